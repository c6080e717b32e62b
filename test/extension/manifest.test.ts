import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { GROUPINGS } from "../../src/extension/timeline/groups";
import { settingSides } from "../../src/extension/settings/settingSides";
import { readSettings } from "../../src/extension/settings/settingsRules";
import { repository } from "../helpers/repository";

interface Manifest {
  activationEvents: string[];
  contributes: {
    commands: { command: string; title: string; category: string }[];
    menus: Record<
      string,
      { command?: string; submenu?: string; when?: string; group?: string }[]
    >;
    submenus: { id: string; label: string }[];
    configuration: {
      properties: Record<
        string,
        {
          default: unknown;
          scope: string;
          markdownDescription: string;
          order?: number;
          enum?: string[];
          markdownEnumDescriptions?: string[];
        }
      >;
    }[];
    walkthroughs: { steps: { media: Picture }[] }[];
    viewsWelcome: { view: string; when?: string; contents: string }[];
    keybindings: { command: string; key: string; when?: string }[];
    colors: {
      id: string;
      defaults: Record<
        "dark" | "light" | "highContrast" | "highContrastLight",
        string
      >;
    }[];
  };
  capabilities: {
    untrustedWorkspaces: { restrictedConfigurations: string[] };
  };
}

type Picture =
  | { svg: string }
  | {
      svg?: undefined;
      image: Record<"dark" | "light" | "hc" | "hcLight", string>;
    };

function json(name: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(repository, name), "utf8"));
}

const manifest = json("package.json") as Manifest;
const words = json("package.nls.json") as Record<string, string>;
const { contributes } = manifest;
const properties = Object.assign(
  {},
  ...contributes.configuration.map((section) => section.properties),
) as Manifest["contributes"]["configuration"][number]["properties"];

/** The commands for a row with this `viewItem`. */
function offered(row: string): (string | undefined)[] {
  return (contributes.menus["view/item/context"] ?? [])
    .filter(({ when = "" }) => {
      const pattern = /viewItem =~ \/(.+)\//.exec(when)?.[1];
      return pattern !== undefined && new RegExp(pattern).test(row);
    })
    .map(({ command }) => command?.replace("checkpoint.", ""));
}

describe("the manifest", () => {
  it("has a text for every key, and uses every text", () => {
    const text = JSON.stringify(manifest);
    const used = new Set(
      [...text.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key),
    );
    assert.deepEqual([...used].sort(), Object.keys(words).sort());
  });

  it("refers in menus only to commands and submenus that exist", () => {
    const known = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...contributes.submenus.map(({ id }) => id),
    ]);
    for (const [place, items] of Object.entries(contributes.menus))
      for (const { command, submenu } of items)
        assert.ok(known.has(command ?? submenu ?? ""), `${place}: ${command}`);
  });

  it("links only to commands that exist", () => {
    const known = new Set(contributes.commands.map(({ command }) => command));
    for (const text of Object.values(words))
      for (const [, command] of text.matchAll(/command:(checkpoint\.\w+)\)/g))
        assert.ok(known.has(command ?? ""), command);
  });

  it("has every command that the code registers, and no other", () => {
    const source = (file: string): string =>
      fs.readFileSync(path.join(repository, "src/extension", file), "utf8");
    const table = /const commands: Record<string, Command> = \{([^}]*)\}/.exec(
      source("commands/registerCommands.ts"),
    )?.[1];
    assert.ok(table, "the table of commands has another shape");
    const registered = [
      ...[...table.matchAll(/^ {2}(\w+)[:,]/gm)].map(([, id]) => id ?? ""),
      ...GROUPINGS.flatMap((grouping) => [
        ...[`groupBy.${grouping}`, `groupBy.${grouping}.checked`],
      ]),
      ...[
        ...source("agents/registerAgents.ts").matchAll(
          /registerCommand\(\s*"checkpoint\.(\w+)"/g,
        ),
      ].map(([, id]) => id ?? ""),
    ];
    assert.deepEqual(
      registered.map((id) => `checkpoint.${id}`).sort(),
      contributes.commands.map(({ command }) => command).sort(),
    );
  });

  it("puts every command under one category, with a title", () => {
    for (const { command, title, category } of contributes.commands) {
      assert.equal(category, "Checkpoint", command);
      const key = /^%(.+)%$/.exec(title)?.[1];
      assert.ok(key === undefined ? title : words[key], command);
    }
  });

  it("binds keys only to what destroys nothing without asking", () => {
    assert.deepEqual(
      contributes.keybindings.map(({ command }) => command),
      [
        "checkpoint.create",
        "checkpoint.timeline.focus",
        "checkpoint.compareWithLatest",
        ...["checkpoint.toggleLineAuthors", "checkpoint.showLineAuthor"],
        ...["checkpoint.rename", "checkpoint.delete"],
        "checkpoint.copyReference",
      ],
    );
    // Keys that the editor uses elsewhere count only on the timeline's rows.
    for (const { key, when = "" } of contributes.keybindings)
      if (!key.startsWith("ctrl+k "))
        assert.match(when, /^focusedView == checkpoint\.timeline && listFocus/);
  });

  /** Red, green and blue as amounts of light. */
  const lightOf = (color: string): number[] =>
    [1, 3, 5]
      .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

  it("has colors of authors that are not taken for one another", () => {
    /** CIE L*a*b*, in which distances are about as large as they look. */
    const seen = (color: string): number[] => {
      const light = lightOf(color);
      const sum = (...by: number[]) =>
        by.reduce((total, share, i) => total + share * light[i]!, 0);
      const [x, y, z] = [
        sum(0.4124, 0.3576, 0.1805) / 0.9505,
        sum(0.2126, 0.7152, 0.0722),
        sum(0.0193, 0.1192, 0.9505) / 1.0888,
      ].map((v) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116));
      return [116 * y! - 16, 500 * (x! - y!), 200 * (y! - z!)];
    };
    const of = (name: string) =>
      contributes.colors.find(({ id }) => id === `checkpoint.author.${name}`)!
        .defaults;
    for (const [a, b] of [
      ["you", "codex"],
      ["you", "claudeCode"],
      ["codex", "claudeCode"],
    ] as const)
      for (const theme of Object.keys(of(a)) as (keyof ReturnType<
        typeof of
      >)[]) {
        const [one, other] = [seen(of(a)[theme]), seen(of(b)[theme])];
        const distance = Math.hypot(...one.map((v, i) => v - other[i]!));
        assert.ok(distance > 35, `${a} and ${b}, ${theme}: ${distance}`);
      }
  });

  it("has its colors in every theme, readable on its background", () => {
    const contrast = (a: string, b: string) => {
      const light = (color: string) =>
        lightOf(color).reduce(
          (sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i]!,
          0,
        );
      const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
      return (bright! + 0.05) / (dark! + 0.05);
    };
    for (const { id, defaults } of contributes.colors) {
      const { dark, light, highContrast, highContrastLight } = defaults;
      assert.ok(contrast(dark, "#181818") >= 4.5, `${id} dark`);
      assert.ok(contrast(light, "#F8F8F8") >= 4.5, `${id} light`);
      assert.ok(contrast(highContrast, "#000000") >= 7, `${id} high contrast`);
      assert.ok(contrast(highContrastLight, "#FFFFFF") >= 7, `${id} hc light`);
    }
  });

  it("hides commands that need a row from the palette", () => {
    const hidden = new Set(
      contributes.menus["commandPalette"]
        ?.filter(({ when }) => when === "false")
        .map(({ command }) => command),
    );
    for (const id of [
      "openChange",
      "openVersion",
      "openDeleted",
      "compareResource",
      "compareSelected",
      "restoreChange",
      "restoreVersion",
      "restoreDeleted",
      "restoreHunk",
      "editFromHere",
      "undoThread",
      "loadMore",
    ])
      assert.ok(hidden.has(`checkpoint.${id}`), id);
  });

  it("offers no command that needs the file on a deleted file's row", () => {
    const gone = offered("change deleted disk");
    assert.deepEqual(
      [...new Set(gone)],
      ["restoreBefore", "openChange", "compareWithWorkspace"],
    );
    const kept = offered("change modified disk");
    for (const id of ["openFileAt", "openFileNow", "restoreChange"])
      assert.ok(kept.includes(id), id);
  });

  it("offers Restore to Before only if there is an earlier checkpoint", () => {
    for (const row of ["added disk", "renamed disk", "modified unsaved"]) {
      assert.ok(offered(`change ${row}`).includes("restoreBefore"), row);
      const first = offered(`change ${row} first`);
      assert.ok(!first.includes("restoreBefore"), row);
      assert.ok(first.includes("restoreChange"), row);
    }
  });

  it("has every button of a row in its context menu too, reachable by keyboard", () => {
    const items = contributes.menus["view/item/context"] ?? [];
    const inMenu = items.filter(
      ({ group = "" }) => !group.startsWith("inline"),
    );
    for (const { command, when, group = "" } of items)
      if (group.startsWith("inline"))
        assert.ok(
          inMenu.some((item) => item.command === command),
          `${command} of ${when}`,
        );
  });

  it("offers for several rows only what works on several", () => {
    const onSeveral = new Set([
      ...["pin", "unpin", "delete", "compareSelected", "markGood", "markBad"],
      ...["restoreChange", "restoreBefore", "restoreDeleted"],
    ]);
    for (const { command = "", when = "", group = "" } of contributes.menus[
      "view/item/context"
    ] ?? []) {
      const isForOne = when.endsWith(" && !listMultiSelection");
      // A button belongs to the row under the pointer; File History has no
      // selection.
      if (group.startsWith("inline") || /fileHistory/.test(when)) continue;
      const id = command.replace("checkpoint.", "");
      assert.notEqual(isForOne, onSeveral.has(id), `${command} of ${when}`);
    }
  });

  it("does not let the explorer's selection affect other menus", () => {
    const { menus } = contributes;
    const below = (place: string): string[] =>
      (menus[place] ?? []).flatMap(({ submenu, when = "" }) => [
        ...[when, ...(submenu === undefined ? [] : below(submenu))],
      ]);
    assert.match(below("explorer/context").join(), /explorerResource/);
    assert.doesNotMatch(below("editor/title/context").join(), /explorer/);
  });

  it("offers commands only for files on a disk, in a window that records", () => {
    const { menus } = contributes;
    const isOffered = (place: string, scheme: string, state: string) =>
      (menus[place] ?? []).some(({ when = "" }) =>
        when.split(" && ").every((part) => {
          const [, key, pattern = ""] = /^(.+) =~ \/(.+)\/$/.exec(part) ?? [];
          const values = { resourceScheme: scheme, "checkpoint.state": state };
          const value = values[key as keyof typeof values];
          return new RegExp(pattern).test(value);
        }),
      );
    for (const place of ["explorer/context", "editor/title/context"]) {
      // The scheme of a file on disk in a remote window.
      for (const scheme of ["file", "vscode-remote"])
        for (const state of ["starting", "ready"])
          assert.ok(isOffered(place, scheme, state), `${scheme} ${state}`);
      for (const scheme of ["checkpoint", "untitled", "vscode-vfs", "output"])
        assert.ok(!isOffered(place, scheme, "ready"), scheme);
      for (const state of ["refused", "unsupported", "over-budget", "none"])
        assert.ok(!isOffered(place, "file", state), state);
    }
  });

  it("offers the same commands on a file's tab as in the explorer", () => {
    const { menus, submenus } = contributes;
    const [explorer, tab] = ["explorer/context", "editor/title/context"].map(
      (place) => {
        const [{ submenu = "" } = {}] = menus[place] ?? [];
        const { label } = submenus.find(({ id }) => id === submenu) ?? {};
        const items = menus[submenu]?.map(({ command, group }) => [
          ...[command, group],
        ]);
        return { label, items };
      },
    );
    assert.ok(explorer?.items);
    assert.deepEqual(tab, explorer);
  });

  it("is activated early if a tab shows a recorded version", () => {
    const file = "src/extension/documents/checkpointUri.ts";
    const source = fs.readFileSync(path.join(repository, file), "utf8");
    const scheme = /SCHEME = "(.+)"/.exec(source)?.[1];
    assert.ok(manifest.activationEvents.includes(`onFileSystem:${scheme}`));
  });

  it("orders its settings, and explains each choice", () => {
    for (const { properties: section } of contributes.configuration)
      for (const [i, [name, each]] of Object.entries(section).entries()) {
        assert.equal(each.order, i, name);
        assert.equal(
          each.enum?.length,
          each.markdownEnumDescriptions?.length,
          name,
        );
      }
  });

  it("shows exactly one text in every empty view", () => {
    const { viewsWelcome } = contributes;
    for (const view of ["fileHistory", "deletedFiles"]) {
      const whens = viewsWelcome
        .filter((each) => each.view === `checkpoint.${view}`)
        .map(({ when = "" }) => when);
      for (const state of ["ready", "refused", "over-budget", "failed", "none"])
        for (const history of [
          ...[undefined, "noFile", "loading", "waiting", "noVersions"],
        ]) {
          const shown = whens.filter((when) =>
            when.split(" && ").every((part) => {
              const isNot = part.startsWith("!");
              const [, key, pattern = ""] =
                /checkpoint\.(\w+) =~ \/(.+)\//.exec(part) ?? [];
              const value = key === "state" ? state : (history ?? "");
              return isNot !== new RegExp(pattern).test(value);
            }),
          );
          assert.equal(shown.length, 1, `${view} ${state} ${history}`);
        }
    }
  });

  it("gives settings the defaults that the code falls back to", () => {
    const { settings, problems } = readSettings(
      (name) => properties[`checkpoint.${name}`]?.default,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(settings, readSettings(() => undefined).settings);
  });

  it("declares every setting that the code reads", () => {
    const asked: string[] = [];
    readSettings((name) => void asked.push(`checkpoint.${name}`));
    for (const name of asked) assert.ok(name in properties, name);
  });

  it("declares for every setting who may decide it, as in the code", () => {
    const { restrictedConfigurations } =
      manifest.capabilities.untrustedWorkspaces;
    const decided = Object.keys(settingSides).map(
      (name) => `checkpoint.${name}`,
    );
    // A new setting needs a decision: may a folder from a stranger change it?
    assert.deepEqual(Object.keys(properties).sort(), decided.sort());
    for (const [name, side] of Object.entries(settingSides)) {
      const setting = `checkpoint.${name}`;
      const { scope } = properties[setting]!;
      const isUsers = scope === "application" || scope === "machine";
      assert.equal(isUsers, side === "user", setting);
      const isRestricted = restrictedConfigurations.includes(setting);
      assert.equal(isRestricted, side === "trusted", setting);
    }
  });

  it("shows pictures that exist and follow the theme", () => {
    for (const { steps } of contributes.walkthroughs)
      for (const { media } of steps) {
        if (media.svg === undefined) {
          const { dark, light, hc, hcLight } = media.image;
          for (const file of [dark, light, hc, hcLight])
            assert.ok(fs.existsSync(path.join(repository, file)), file);
          assert.equal(new Set([dark, light, hc]).size, 3, dark);
          continue;
        }
        const svg = fs.readFileSync(path.join(repository, media.svg), "utf8");
        assert.match(svg, /var\(--vscode-/, media.svg);
      }
  });
});

describe("the readme", () => {
  it("lists every setting with its default and the manifest's description", () => {
    const text = fs.readFileSync(path.join(repository, "README.md"), "utf8");
    for (const [name, property] of Object.entries(properties)) {
      const key = property.markdownDescription;
      const description = words[key.replaceAll("%", "")]?.replaceAll("#", "");
      const value =
        name === "checkpoint.exclude"
          ? "`node_modules`, caches, ..."
          : `\`${JSON.stringify(property.default)}\``;
      const row = `| \`${name}\` | ${value} | ${description} |`;
      assert.ok(text.includes(row), `The README lacks the row: ${row}`);
    }
  });

  it("becomes the extension's page: about using it, without anything that cannot be loaded there", async () => {
    const { pageOf } = (await import(
      path.join(repository, "test", "editor", "extensionPage.mjs")
    )) as { pageOf: (folder: string, name: string) => string };
    const page = pageOf(repository, "README.md");
    assert.doesNotMatch(page, /npm start|<!--/);
    // Only pictures and links to the web.
    assert.doesNotMatch(page, /\]\((?!https?:)/);
  });

  it("shows pictures that exist and are shipped", () => {
    const text = fs.readFileSync(path.join(repository, "README.md"), "utf8");
    const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)];
    assert.ok(pictures.length > 0);
    for (const [, file = ""] of pictures) {
      assert.match(file, /^media\/pictures\/[\w-]+\.png$/);
      const { size } = fs.statSync(path.join(repository, file));
      assert.ok(size < 150_000, `${file} has ${size} bytes`);
    }
  });
});

describe("texts in the code", () => {
  it("are in the bundle for translators (to update it: node l10n/extract.mjs)", async () => {
    const { extract } = (await import(
      path.join(repository, "l10n", "extract.mjs")
    )) as { extract: (repository: string) => string[] };
    assert.deepEqual(
      Object.keys(json("l10n/bundle.l10n.json") as object),
      extract(repository),
    );
  });
});
