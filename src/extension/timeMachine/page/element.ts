type Attributes = Readonly<Record<string, string | number | boolean | null>>;
type Child = Node | string;

/** Creates an element. An attribute that is null or false is left out, one that is true is empty. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
}

/** Changes a text only if it differs: what did not change is not laid out again. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
