import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  type FormattingOptions,
  type JSONPath,
  type ParseError,
} from "jsonc-parser";
import { problem, type CheckpointError } from "../../engine/model/errors";

type Json = Record<string, unknown>;

/**
 * A JSON file with comments, edited in place: everything that is not changed keeps its
 * bytes, including comments and formatting.
 */
export class JsonText {
  private readonly byteOrderMark: string;
  private body: string;
  private hasChanged = false;

  /** Throws `bad-input` if the text is not a JSON object. */
  constructor(
    text: string | null,
    readonly file: string,
  ) {
    this.byteOrderMark = text?.startsWith("\uFEFF") ? "\uFEFF" : "";
    const body = (text ?? "").slice(this.byteOrderMark.length);
    this.body = body.trim() === "" ? "{}\n" : body;
    this.value();
  }

  get text(): string {
    return this.byteOrderMark + this.body;
  }

  value(): Json {
    const errors: ParseError[] = [];
    const value: unknown = parse(this.body, errors, {
      allowTrailingComma: true,
    });
    if (errors.length === 0 && isObject(value)) return value;
    throw problem("agent-settings-not-json", { file: this.file });
  }

  /** Returns the value at a path of keys, or undefined. */
  at(...path: JSONPath): unknown {
    let value: unknown = this.value();
    for (const key of path) {
      if (typeof value !== "object" || value === null) return undefined;
      value = (value as Json)[key];
    }
    return value;
  }

  list(...path: string[]): unknown[] {
    const value = this.at(...path);
    return Array.isArray(value) ? (value as unknown[]) : [];
  }

  /**
   * Sets a value, or removes it if undefined; throws `bad-input` if the path leads through
   * a non-object.
   */
  set(path: JSONPath, value: unknown): void {
    this.hasChanged = true;
    const rest = value === undefined ? withoutNode(this.body, path) : null;
    if (rest !== null) {
      this.body = rest;
      return;
    }
    if (value !== undefined) this.mustAccept(path);
    const edits = modify(this.body, path, value, {
      formattingOptions: layoutOf(this.body),
    });
    this.body = applyEdits(this.body, edits);
  }

  /** Appends to a list, creating it if it does not exist. */
  append(path: string[], value: unknown): void {
    const here = this.at(...path);
    if (here !== undefined && !Array.isArray(here))
      throw this.notA("list", path);
    if (here === undefined) this.set(path, [value]);
    else this.set([...path, here.length], value);
  }

  /** Throws unless everything along the path is an object or missing. */
  private mustAccept(path: JSONPath): void {
    for (let length = 1; length < path.length; length++) {
      if (typeof path[length] === "number") continue; // a list, checked by `append`
      const parent = path.slice(0, length);
      const here = this.at(...parent);
      if (here === undefined) return;
      if (!isObject(here)) throw this.notA("object", parent);
    }
  }

  private notA(wanted: "list" | "object", path: JSONPath): CheckpointError {
    const key = path.join(".");
    return problem("agent-settings-wrong-type", {
      file: this.file,
      key,
      wanted,
    });
  }

  /** Removes a key whose object or list has become empty. */
  dropIfEmpty(path: string[]): void {
    const value = this.at(...path);
    if (typeof value === "object" && value !== null)
      if (Object.keys(value).length === 0) this.set(path, undefined);
  }

  /** Returns the text without what `edit` removes; null if only leftover keys remain. */
  static without(
    text: string,
    file: string,
    edit: (json: JsonText) => void,
    isLeftover: (key: string) => boolean = () => false,
  ): string | null {
    const json = new JsonText(text, file);
    edit(json);
    if (!json.hasChanged) return text;
    return Object.keys(json.value()).every(isLeftover) ? null : json.text;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function layoutOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/**
 * Removes a list element or an object key from JSON text and keeps the comments around it,
 * which `modify` of jsonc-parser would remove as well. Returns null if the node is the
 * first in its list or object, or does not exist.
 */
function withoutNode(text: string, path: JSONPath): string | null {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const value = root && findNodeAtLocation(root, path);
  // For a key, remove the whole property.
  const node = typeof path.at(-1) === "string" ? value?.parent : value;
  const all = node?.parent?.children ?? [];
  const before = node && all[all.indexOf(node) - 1];
  if (!before) return null;
  const start = before.offset + before.length;
  const kept = text
    .slice(start, node.offset)
    .replace(COMMENT_OR_COMMA, (found) => (found === "," ? "" : found))
    .trimEnd();
  const rest = text.slice(node.offset + node.length);
  // A line comment would swallow what follows it, so end its line.
  const needsLine = /\/\/.*$/.test(kept) && !/^[ \t]*\r?\n/.test(rest);
  return text.slice(0, start) + kept + (needsLine ? "\n" : "") + rest;
}

const COMMENT_OR_COMMA = /\/\/.*|\/\*[^]*?\*\/|,/g;
