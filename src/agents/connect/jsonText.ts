import {
  applyEdits,
  modify,
  parse,
  type FormattingOptions,
  type JSONPath,
  type ParseError,
} from "jsonc-parser";
import { CheckpointError } from "../../engine/model/errors";
import { withoutPart } from "./withoutPart";

type Json = Record<string, unknown>;

/**
 * A JSON file with comments, changed in place: what is not changed keeps every
 * byte, its comments and its layout.
 */
export class JsonText {
  private readonly mark: string;
  private body: string;
  private hasChanged = false;

  /** Throws `bad-input` when the text is not a JSON object. */
  constructor(
    text: string | null,
    readonly file: string,
  ) {
    this.mark = text?.startsWith("\uFEFF") ? "\uFEFF" : "";
    const body = (text ?? "").slice(this.mark.length);
    this.body = body.trim() === "" ? "{}\n" : body;
    this.value();
  }

  get text(): string {
    return this.mark + this.body;
  }

  value(): Json {
    const errors: ParseError[] = [];
    const value: unknown = parse(this.body, errors, {
      allowTrailingComma: true,
    });
    if (errors.length === 0 && isObject(value)) return value;
    throw new CheckpointError(
      "bad-input",
      `${this.file} is not a JSON object that can be read.`,
      {
        hint: "Correct it first; nothing was changed.",
        data: { file: this.file },
      },
    );
  }

  /** Returns what stands at a path of keys, or undefined. */
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

  /** Sets a value, or with undefined takes it out; throws `bad-input` where none can be. */
  set(path: JSONPath, value: unknown): void {
    this.hasChanged = true;
    const rest = value === undefined ? withoutPart(this.body, path) : null;
    if (rest !== null) {
      this.body = rest;
      return;
    }
    if (value !== undefined) this.mustTake(path);
    const edits = modify(this.body, path, value, {
      formattingOptions: layoutOf(this.body),
    });
    this.body = applyEdits(this.body, edits);
  }

  /** Adds to the end of a list, which is made when it is not there. */
  append(path: string[], value: unknown): void {
    const here = this.at(...path);
    if (here !== undefined && !Array.isArray(here))
      throw this.notA("a list", path);
    if (here === undefined) this.set(path, [value]);
    else this.set([...path, here.length], value);
  }

  /** Whatever is on the way to a key must be able to hold it. */
  private mustTake(path: JSONPath): void {
    for (let length = 1; length < path.length; length++) {
      if (typeof path[length] === "number") continue; // A list: see `append`.
      const way = path.slice(0, length);
      const here = this.at(...way);
      if (here === undefined) return;
      if (!isObject(here)) throw this.notA("an object", way);
    }
  }

  private notA(what: string, path: JSONPath): CheckpointError {
    return new CheckpointError(
      "bad-input",
      `“${path.join(".")}” in ${this.file} is not ${what}.`,
      {
        hint: "Correct it first; nothing was changed.",
        data: { file: this.file },
      },
    );
  }

  /** Takes out a key whose object or list has become empty. */
  dropIfEmpty(path: string[]): void {
    const value = this.at(...path);
    if (typeof value === "object" && value !== null)
      if (Object.keys(value).length === 0) this.set(path, undefined);
  }

  /** Returns the text without what `edit` takes out; null when nothing else was there. */
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
