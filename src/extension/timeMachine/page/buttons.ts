import { el } from "./element";
import { icon, type IconName } from "./icons";

/** A button with an icon; its label is said, and shown when the pointer rests on it. */
export function iconButton(
  name: IconName,
  label: string,
  onClick: () => void,
): HTMLButtonElement {
  const button = el(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label },
    icon(name),
  );
  button.addEventListener("click", onClick);
  return button;
}

export function textButton(
  text: string,
  onClick: () => void,
  kind: "primary" | "secondary" | "plain" = "secondary",
): HTMLButtonElement {
  const button = el(
    "button",
    { type: "button", class: `button ${kind}` },
    text,
  );
  button.addEventListener("click", onClick);
  return button;
}

/** A button that is only its icon where there is little room. */
export function shortButton(
  text: string,
  name: IconName,
  onClick: () => void,
): HTMLButtonElement {
  const button = el(
    "button",
    {
      ...{ type: "button", class: ["button", "secondary", "short"].join(" ") },
      ...{ "aria-label": text, title: text },
    },
    icon(name),
    el("span", {}, text),
  );
  button.addEventListener("click", onClick);
  return button;
}

/** A choice among a few, as a list to open. */
export function select<T extends string | number>(
  label: string,
  options: readonly (readonly [T, string])[],
  onChange: (value: T) => void,
): HTMLSelectElement & { show(value: T): void } {
  const made = el(
    "select",
    { "aria-label": label, title: label },
    ...options.map(([value, text]) => el("option", { value }, text)),
  );
  made.addEventListener("change", () => {
    const found = options.find(([value]) => String(value) === made.value);
    if (found) onChange(found[0]);
  });
  return Object.assign(made, {
    show(value: T) {
      made.value = String(value);
    },
  });
}

/** Buttons of which one is pressed. */
export function segments<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  onChange: (value: T) => void,
): HTMLElement & { show(value: T | null): void } {
  const buttons = options.map(([value, text]) => {
    const button = textButton(text, () => onChange(value), "plain");
    button.dataset["value"] = value;
    return button;
  });
  const made = el(
    "div",
    { class: "segments", role: "group", "aria-label": label },
    ...buttons,
  );
  return Object.assign(made, {
    show(value: T | null) {
      for (const button of buttons)
        button.setAttribute(
          "aria-pressed",
          String(button.dataset["value"] === value),
        );
    },
  });
}

/**
 * Makes a row of controls one stop of the Tab key: the arrow keys lead from one to the next. A list
 * to open keeps its own up and down.
 */
export function rove(toolbar: HTMLElement): void {
  const controls = () =>
    [...toolbar.querySelectorAll<HTMLElement>("button, select")].filter(
      (control) => !control.hidden && !control.hasAttribute("disabled"),
    );
  let current: HTMLElement | undefined;
  const settle = () => {
    const all = controls();
    if (!current || !all.includes(current)) current = all[0];
    for (const control of toolbar.querySelectorAll<HTMLElement>(
      "button, select",
    ))
      control.tabIndex = control === current ? 0 : -1;
  };
  toolbar.addEventListener("focusin", ({ target }) => {
    const control = (target as Element).closest<HTMLElement>("button, select");
    if (control) current = control;
    settle();
  });
  toolbar.addEventListener("keydown", (event) => {
    const all = controls();
    const at = current ? all.indexOf(current) : -1;
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey)
      return;
    event.preventDefault();
    event.stopPropagation();
    all[(to + all.length) % all.length]?.focus();
  });
  new MutationObserver(settle).observe(toolbar, {
    ...{ subtree: true, attributeFilter: ["disabled", "hidden"] },
  });
  settle();
}
