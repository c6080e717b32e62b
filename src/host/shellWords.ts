import { programName } from "./commandWords";
import { endOfBackquotes, endOfDocument, endOfParentheses } from "./shellEnds";

/** One simple command of a command line. */
export interface SimpleCommand {
  words: string[];
  /** The files that its output is redirected to, with `>`, `>>`, `2>` and similar operators. */
  writes: string[];
  /** Those of them that it is only appended to. */
  appends?: string[];
}

const SEPARATORS = new Set([";", "&", "|", "\n", "(", ")", "{", "}"]);

/** How deeply commands within quotes within commands are parsed. */
const MAX_NESTED = 5;
/**
 * How far to look for the end of a brace expansion. A longer pair of braces is a group of
 * commands.
 */
const MAX_BRACES = 1000;

/**
 * Splits a command line into its simple commands, roughly as a shell would:
 * quotes, escapes, `;`, `&&`, pipes, subshells, redirections, here-documents (whose lines
 * are treated as commands unless the program reading them is known not to run them).
 * Nothing is expanded or run; expansions are left as written. An unclosed quote ends
 * with the line.
 */
export function splitCommands(line: string): SimpleCommand[] {
  return split(line, MAX_NESTED);
}

function split(line: string, nested: number): SimpleCommand[] {
  const reader = new Reader(line, nested);
  reader.readAll();
  return reader.commands;
}

interface Document {
  /** The delimiter line that ends it. */
  last: string;
  /** True if the program reading it does not run it as shell commands. */
  isText: boolean;
  /** True if the delimiter is quoted, so that the shell expands nothing in it. */
  isQuoted: boolean;
}

/** Programs that read their input as text, or as code in another language. */
const TEXT_READER =
  /^(cat|tee|git|gh|glab|jq|grep|sort|wc|sed|awk|curl|patch|psql|mysql|sqlite3|python[\d.]*|node|ruby|perl|php)$/;

class Reader {
  readonly commands: SimpleCommand[] = [];
  private current = emptyCommand();
  private word: string | null = null;
  /**
   * What the next word is: an argument, an output file, a here-document's delimiter, or
   * irrelevant.
   */
  private role: "word" | "write" | "append" | "document" | "skip" = "word";
  private hasQuote = false;
  /** The here-documents that start after this line. */
  private documents: Document[] = [];
  private at = 0;

  constructor(
    private readonly line: string,
    private readonly nested: number,
  ) {}

  readAll(): void {
    while (this.at < this.line.length) this.step(this.line[this.at] ?? "");
    this.endCommand();
  }

  private step(char: string): void {
    if (char === "'" || char === '"') return this.quote(char);
    if (char === "\\") return this.escape();
    if (char === "{" && this.braces()) return;
    if (char === "@" && this.word === null && this.hereString()) return;
    if (char === "#" && this.word === null) return this.comment();
    if (char === ">" || char === "<") return this.redirect(char);
    if (char === "&" && this.line[this.at + 1] === ">") return this.skipOne();
    // `$(...)` and backquotes contain commands and are parsed as such.
    if (SEPARATORS.has(char) || char === "`") {
      this.endCommand();
      this.skipOne();
      if (char === "\n") this.readDocuments();
      return;
    }
    if (/\s/.test(char)) this.endWord();
    else this.word = (this.word ?? "") + char;
    this.skipOne();
  }

  private quote(mark: string): void {
    // `$'...'` is also a quote.
    this.word = (this.word ?? "").replace(/\$$/, "");
    this.hasQuote = true;
    this.skipOne();
    while (this.at < this.line.length && this.line[this.at] !== mark) {
      if (mark === '"') {
        if (this.has(/^\\["\\$`\n]/)) this.skipOne();
        else if (this.has(/^(\$\(|`)/)) {
          this.substitution();
          continue;
        }
      }
      this.word += this.line[this.at] ?? "";
      this.skipOne();
    }
    this.skipOne();
  }

  /** Reads `$(...)` or backquotes within quotes, which are commands and also part of the word. */
  private substitution(): void {
    const start = this.at;
    const isDollar = this.line[start] === "$";
    const inner = start + (isDollar ? 2 : 1);
    const end = isDollar
      ? endOfParentheses(this.line, inner)
      : endOfBackquotes(this.line, inner);
    if (this.nested > 0)
      this.commands.push(
        ...split(this.line.slice(inner, end), this.nested - 1),
      );
    this.word += this.line.slice(start, end + 1);
    this.at = end + 1;
  }

  /**
   * Reads `{a,b}`, `{}` and `${name}` as part of a word. Returns false for other braces,
   * which group commands.
   */
  private braces(): boolean {
    const rest = this.line.slice(this.at, this.at + MAX_BRACES);
    const run = this.word?.endsWith("$")
      ? /^\{[^}\n]*\}?/.exec(rest)?.[0]
      : /^\{[^\s;|&]*/.exec(rest)?.[0];
    const found = run?.slice(0, run.lastIndexOf("}") + 1) ?? "";
    const isWord =
      this.word?.endsWith("$") || found === "{}" || /,|\.\./.test(found);
    if (found === "" || !isWord) return false;
    this.word = (this.word ?? "") + found;
    this.at += found.length;
    return true;
  }

  /** Reads a PowerShell here-string, a multi-line text in which quotes have no meaning. */
  private hereString(): boolean {
    const start = /^@(['"])\r?\n/.exec(this.line.slice(this.at, this.at + 4));
    const last = start && `\n${start[1]}@`;
    const end = last ? this.line.indexOf(last, this.at + 2) : -1;
    if (end < 0) return false;
    this.word = this.line.slice(this.at, end + 3);
    this.at = end + 3;
    return true;
  }

  /** Parses each here-document separately, so that an unclosed quote ends with it. */
  private readDocuments(): void {
    for (const { last, isText, isQuoted } of this.documents.splice(0)) {
      const start = this.at;
      const { end, next } = endOfDocument(this.line, start, last);
      this.at = next;
      if (this.nested === 0 || (isText && isQuoted)) continue;
      const lines = this.line.slice(start, end);
      // The shell expands `$(...)` in an unquoted text just as it does within double quotes.
      const inner = isText ? `echo "${lines.replaceAll('"', " ")}"` : lines;
      this.commands.push(...split(inner, this.nested - 1));
    }
  }

  private has(pattern: RegExp): boolean {
    return pattern.test(this.line.slice(this.at, this.at + 2));
  }

  private escape(): void {
    const next = this.line[this.at + 1];
    // A backslash before a line feed continues the line.
    if (next === "\n") {
      this.at += 2;
      return;
    }
    // In cmd and PowerShell a backslash separates folders, so it is kept before a letter,
    // digit or dot.
    const isFolder = next !== undefined && /[\w.]/.test(next);
    this.word = (this.word ?? "") + (isFolder ? "\\" : (next ?? ""));
    this.at += isFolder ? 1 : 2;
  }

  private comment(): void {
    while (this.at < this.line.length && this.line[this.at] !== "\n")
      this.skipOne();
  }

  private redirect(char: string): void {
    // `2>`: a plain number before `>` is not an argument.
    if (/^\d$/.test(this.word ?? "")) this.word = null;
    this.endWord();
    const rest = this.line.slice(this.at);
    const operator = /^(>>|>\||>&|>|<<<|<<-?|<&|<>|<)/.exec(rest)?.[1] ?? char;
    this.at += operator.length;
    const isWritten =
      /^>(>|\|)?$/.test(operator) ||
      operator === "<>" ||
      // `>& file` redirects both outputs to a file; `>&1` only duplicates a descriptor.
      /^>&\s*[^\s\d-]/.test(rest);
    if (/^<<-?$/.test(operator)) this.role = "document";
    else if (operator === ">>") this.role = "append";
    else this.role = isWritten ? "write" : "skip";
  }

  private endWord(): void {
    if (this.word === null) return;
    if (this.role === "write" || this.role === "append")
      this.current.writes.push(this.word);
    if (this.role === "append") (this.current.appends ??= []).push(this.word);
    else if (this.role === "word") this.current.words.push(this.word);
    else if (this.role === "document")
      this.documents.push({
        last: this.word,
        isText: TEXT_READER.test(programName(this.current.words[0] ?? "")),
        isQuoted: this.hasQuote,
      });
    this.word = null;
    this.hasQuote = false;
    this.role = "word";
  }

  private endCommand(): void {
    this.endWord();
    this.role = "word";
    const { words, writes } = this.current;
    // There is no command between two separators, for example after a pipe at the end of a line.
    if (words.length + writes.length === 0) return;
    this.commands.push(this.current);
    this.current = emptyCommand();
  }

  private skipOne(): void {
    this.at++;
  }
}

function emptyCommand(): SimpleCommand {
  return { words: [], writes: [] };
}
