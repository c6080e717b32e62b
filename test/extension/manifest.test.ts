import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { GROUPINGS } from "../../src/extension/views/groups";
import { readSettings } from "../../src/extension/settingsRules";
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
          markdownDescription: string;
          order?: number;
          enum?: string[];
          markdownEnumDescriptions?: string[];
        }
      >;
    }[];
    walkthroughs: { steps: { media: Picture }[] }[];
    viewsWelcome: { view: string; when?: string; contents: string }[];
    keybindings?: unknown;
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

/** The commands for a row that has this for its `viewItem`. */
function offered(row: string): (string | undefined)[] {
  return (contributes.menus["view/item/context"] ?? [])
    .filter(({ when = "" }) => {
      const pattern = /viewItem =~ \/(.+)\//.exec(when)?.[1];
      return pattern !== undefined && new RegExp(pattern).test(row);
    })
    .map(({ command }) => command?.replace("checkpoint.", ""));
}

describe("the manifest", () => {
  it("has a word for every key, and a key for every word", () => {
    const text = JSON.stringify(manifest);
    const used = new Set(
      [...text.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key),
    );
    assert.deepEqual([...used].sort(), Object.keys(words).sort());
  });

  it("lets menus name only commands and submenus that exist", () => {
    const known = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...contributes.submenus.map(({ id }) => id),
    ]);
    for (const [place, items] of Object.entries(contributes.menus))
      for (const { command, submenu } of items)
        assert.ok(known.has(command ?? submenu ?? ""), `${place}: ${command}`);
  });

  it("lets texts link only to commands that exist", () => {
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
      ...GROUPINGS.map((grouping) => `groupBy.${grouping}`),
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

  it("puts every command under one category, with a title and no key binding", () => {
    for (const { command, title, category } of contributes.commands) {
      assert.equal(category, "Checkpoint", command);
      const key = /^%(.+)%$/.exec(title)?.[1];
      assert.ok(key === undefined ? title : words[key], command);
    }
    assert.equal(contributes.keybindings, undefined);
  });

  it("hides from the palette what needs a row to work on", () => {
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

  it("offers a deleted file's row nothing that needs the file", () => {
    const gone = offered("change deleted disk");
    assert.deepEqual(
      [...new Set(gone)],
      ["restoreBefore", "openChange", "compareWithWorkspace"],
    );
    const kept = offered("change modified disk");
    for (const id of ["openFileAt", "openFileNow", "restoreChange"])
      assert.ok(kept.includes(id), id);
  });

  it("offers to go back before a checkpoint only where there is one before", () => {
    for (const row of ["added disk", "renamed disk", "modified unsaved"]) {
      assert.ok(offered(`change ${row}`).includes("restoreBefore"), row);
      const first = offered(`change ${row} first`);
      assert.ok(!first.includes("restoreBefore"), row);
      assert.ok(first.includes("restoreChange"), row);
    }
  });

  it("has every button of a row in its menu too, where a keyboard finds it", () => {
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

  it("offers for several rows at once only what works on several", () => {
    const onSeveral = new Set([
      ...["pin", "unpin", "delete", "compareSelected"],
      ...["restoreChange", "restoreBefore", "restoreDeleted"],
    ]);
    for (const { command = "", when = "", group = "" } of contributes.menus[
      "view/item/context"
    ] ?? []) {
      const isForOne = when.endsWith(" && !listMultiSelection");
      // A button is that of the row below the pointer; File History has no selection.
      if (group.startsWith("inline") || /fileHistory/.test(when)) continue;
      const id = command.replace("checkpoint.", "");
      assert.notEqual(isForOne, onSeveral.has(id), `${command} of ${when}`);
    }
  });

  it("lets the explorer's selection change no other menu", () => {
    const { menus } = contributes;
    const below = (place: string): string[] =>
      (menus[place] ?? []).flatMap(({ submenu, when = "" }) => [
        ...[when, ...(submenu === undefined ? [] : below(submenu))],
      ]);
    assert.match(below("explorer/context").join(), /explorerResource/);
    assert.doesNotMatch(below("editor/title/context").join(), /explorer/);
  });

  it("offers it only for files on a disk, of a window that records", () => {
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
      // A remote window calls a file on its disk so.
      for (const scheme of ["file", "vscode-remote"])
        for (const state of ["starting", "ready"])
          assert.ok(isOffered(place, scheme, state), `${scheme} ${state}`);
      for (const scheme of ["checkpoint", "untitled", "vscode-vfs", "output"])
        assert.ok(!isOffered(place, scheme, "ready"), scheme);
      for (const state of ["refused", "unsupported", "over-budget", "none"])
        assert.ok(!isOffered(place, "file", state), state);
    }
  });

  it("offers a file the same from its tab as from the explorer", () => {
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

  it("starts before the window is up when a tab shows a file as it was", () => {
    const file = "src/extension/documents/checkpointUri.ts";
    const source = fs.readFileSync(path.join(repository, file), "utf8");
    const scheme = /SCHEME = "(.+)"/.exec(source)?.[1];
    assert.ok(manifest.activationEvents.includes(`onFileSystem:${scheme}`));
  });

  it("has its settings in an order of its own, each choice explained", () => {
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

  it("says something in every view when it is empty, and one thing only", () => {
    const { viewsWelcome } = contributes;
    for (const view of ["fileHistory", "deletedFiles"]) {
      const whens = viewsWelcome
        .filter((each) => each.view === `checkpoint.${view}`)
        .map(({ when = "" }) => when);
      for (const state of ["ready", "refused", "over-budget", "failed", "none"])
        for (const hasNoVersions of [true, false]) {
          const shown = whens.filter((when) =>
            when.split(" && ").every((part) => {
              const isNot = part.startsWith("!");
              const [, pattern] = /=~ \/(.+)\//.exec(part) ?? [];
              const isTrue = pattern
                ? new RegExp(pattern).test(state)
                : hasNoVersions;
              return isNot !== isTrue;
            }),
          );
          assert.equal(shown.length, 1, `${view} ${state} ${hasNoVersions}`);
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

  it("restricts only settings that exist, and those that name places", () => {
    const { restrictedConfigurations } =
      manifest.capabilities.untrustedWorkspaces;
    for (const name of restrictedConfigurations) assert.ok(name in properties);
    assert.ok(restrictedConfigurations.includes("checkpoint.storagePath"));
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
  it("are in the bundle for translators (else: node l10n/extract.mjs)", async () => {
    const { extract } = (await import(
      path.join(repository, "l10n", "extract.mjs")
    )) as { extract: (folder: string) => string[] };
    assert.deepEqual(
      Object.keys(json("l10n/bundle.l10n.json") as object),
      extract(path.join(repository, "src", "extension")),
    );
  });
});
