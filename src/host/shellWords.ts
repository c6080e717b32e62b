import { programName } from "./commandWords";
import { endOfBackquotes, endOfDocument, endOfParentheses } from "./shellEnds";

/** One simple command of a command line: its words, and the files it writes anew. */
export interface SimpleCommand {
  words: string[];
  /** Targets of `>`; appending is not among them. */
  truncates: string[];
  /** True when it reads what the command before it prints. */
  isPiped: boolean;
}

const SEPARATORS = new Set([";", "&", "|", "\n", "(", ")", "{", "}"]);

/** Commands within quotes within commands are looked into; nobody means more. */
const MAX_NESTED = 5;
/** A list of names in braces is no longer; a program between them may be. */
const MAX_BRACES = 1000;

/**
 * Splits a command line into its simple commands, roughly as a shell would:
 * quotes, escapes, `;`, `&&`, pipes, subshells, redirections, here-documents
 * (whose lines are taken for commands, unless who reads them is known to run
 * none). Nothing is expanded or run; what a shell would compute stays as it is
 * written. An unclosed quote ends with the line.
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
  /** The line that it ends before. */
  last: string;
  /** True when no shell reads it, and when nothing in it is expanded. */
  isText: boolean;
  isQuoted: boolean;
}

/** Programs that take their input for a text, or for code of another language. */
const TEXT_READER =
  /^(cat|tee|git|gh|glab|jq|grep|sort|wc|sed|awk|curl|patch|psql|mysql|sqlite3|python[\d.]*|node|ruby|perl|php)$/;

class Reader {
  readonly commands: SimpleCommand[] = [];
  private current = nothing();
  private word: string | null = null;
  /** What the next word is: an argument, a file being truncated, the end of a here-document, or one of no interest. */
  private role: "word" | "truncate" | "document" | "skip" = "word";
  private hasQuote = false;
  /** The here-documents that begin after this line. */
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
    // `$(...)` and backquotes hold commands of their own: they are read as such.
    if (SEPARATORS.has(char) || char === "`") {
      this.endCommand();
      if (this.isPipe()) this.current.isPiped = true;
      this.skipOne();
      if (char === "\n") this.readDocuments();
      return;
    }
    if (/\s/.test(char)) this.endWord();
    else this.word = (this.word ?? "") + char;
    this.skipOne();
  }

  /** `|`, and not one of the two of `||`. */
  private isPipe(): boolean {
    const { line, at } = this;
    return line[at] === "|" && line[at + 1] !== "|" && line[at - 1] !== "|";
  }

  private quote(mark: string): void {
    // `$'...'` is a quote as well.
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

  /** `$(...)` or backquotes within quotes: commands, and part of the word. */
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

  /** `{a,b}`, `{}` and `${name}` are part of a word; other braces hold commands. */
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

  /** PowerShell's text of several lines, in which quotes mean nothing. */
  private hereString(): boolean {
    const start = /^@(['"])\r?\n/.exec(this.line.slice(this.at, this.at + 4));
    const last = start && `\n${start[1]}@`;
    const end = last ? this.line.indexOf(last, this.at + 2) : -1;
    if (end < 0) return false;
    this.word = this.line.slice(this.at, end + 3);
    this.at = end + 3;
    return true;
  }

  /** Reads each here-document by itself: a quote in it ends with it. */
  private readDocuments(): void {
    for (const { last, isText, isQuoted } of this.documents.splice(0)) {
      const start = this.at;
      const { end, next } = endOfDocument(this.line, start, last);
      this.at = next;
      if (this.nested === 0 || (isText && isQuoted)) continue;
      const lines = this.line.slice(start, end);
      // Commands stand in a text too, as they do within quotes.
      const inner = isText ? `echo "${lines.replaceAll('"', " ")}"` : lines;
      this.commands.push(...split(inner, this.nested - 1));
    }
  }

  private has(pattern: RegExp): boolean {
    return pattern.test(this.line.slice(this.at, this.at + 2));
  }

  private escape(): void {
    const next = this.line[this.at + 1];
    // The line goes on in the next one.
    if (next === "\n") {
      this.at += 2;
      return;
    }
    // In cmd and PowerShell it separates folders: kept before a plain letter.
    const isFolder = next !== undefined && /[\w.]/.test(next);
    this.word = (this.word ?? "") + (isFolder ? "\\" : (next ?? ""));
    this.at += isFolder ? 1 : 2;
  }

  private comment(): void {
    while (this.at < this.line.length && this.line[this.at] !== "\n")
      this.skipOne();
  }

  private redirect(char: string): void {
    // `2>` is about messages; a plain number before `>` is not an argument.
    const descriptor = /^\d$/.test(this.word ?? "") ? this.word : null;
    if (descriptor !== null) this.word = null;
    this.endWord();
    const rest = this.line.slice(this.at);
    const operator = /^(>>|>\||>&|>|<<<|<<-?|<&|<>|<)/.exec(rest)?.[1] ?? char;
    this.at += operator.length;
    const truncates =
      operator === ">" ||
      operator === ">|" ||
      // Both outputs to a file; with a number, one to where the other goes.
      /^>&\s*[^\s\d-]/.test(rest);
    if (/^<<-?$/.test(operator)) this.role = "document";
    else
      this.role =
        truncates && (descriptor === null || descriptor === "1")
          ? "truncate"
          : "skip";
  }

  private endWord(): void {
    if (this.word === null) return;
    if (this.role === "truncate") this.current.truncates.push(this.word);
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
    const { words, truncates } = this.current;
    // A pipe goes on in the next line.
    if (words.length + truncates.length === 0) return;
    this.commands.push(this.current);
    this.current = nothing();
  }

  private skipOne(): void {
    this.at++;
  }
}

function nothing(): SimpleCommand {
  return { words: [], truncates: [], isPiped: false };
}
