/** One simple command of a command line: its words, and the files it writes anew. */
export interface SimpleCommand {
  words: string[];
  /** Targets of `>`; appending is not among them. */
  truncates: string[];
}

const SEPARATORS = new Set([";", "&", "|", "\n", "(", ")", "{", "}"]);

/** Commands within quotes within commands are looked into; nobody means more. */
const MAX_NESTED = 5;
/** A list of names in braces is no longer; a program between them may be. */
const MAX_BRACES = 1000;

/**
 * Splits a command line into its simple commands, roughly as a shell would:
 * quotes, escapes, `;`, `&&`, pipes, subshells, redirections, here-documents
 * (whose lines are taken for commands: a shell may be what reads them). Nothing
 * is expanded or run; what a shell would compute stays as it is written. An
 * unclosed quote ends with the line.
 */
export function splitCommands(line: string): SimpleCommand[] {
  return split(line, MAX_NESTED);
}

function split(line: string, nested: number): SimpleCommand[] {
  const reader = new Reader(line, nested);
  reader.readAll();
  return reader.commands;
}

class Reader {
  readonly commands: SimpleCommand[] = [];
  private current: SimpleCommand = { words: [], truncates: [] };
  private word: string | null = null;
  /** What the next word is: an argument, a file being truncated, the end of a here-document, or one of no interest. */
  private role: "word" | "truncate" | "document" | "skip" = "word";
  /** The last lines of the here-documents that begin after this line. */
  private documents: string[] = [];
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
      this.skipOne();
      if (char === "\n") this.readDocuments();
      return;
    }
    if (/\s/.test(char)) this.endWord();
    else this.word = (this.word ?? "") + char;
    this.skipOne();
  }

  private quote(mark: string): void {
    this.word ??= "";
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
    for (const last of this.documents.splice(0)) {
      const start = this.at;
      let end = start;
      while (this.at < this.line.length) {
        end = this.at;
        const next = this.line.indexOf("\n", end);
        this.at = next < 0 ? this.line.length : next + 1;
        const line = this.line.slice(end, next < 0 ? undefined : next);
        if (line.replace(/^\t+|\r$/g, "") === last) break;
        end = this.at;
      }
      if (this.nested > 0)
        this.commands.push(
          ...split(this.line.slice(start, end), this.nested - 1),
        );
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
    else if (this.role === "document") this.documents.push(this.word);
    this.word = null;
    this.role = "word";
  }

  private endCommand(): void {
    this.endWord();
    this.role = "word";
    const { words, truncates } = this.current;
    if (words.length + truncates.length > 0) this.commands.push(this.current);
    this.current = { words: [], truncates: [] };
  }

  private skipOne(): void {
    this.at++;
  }
}

/** Where a `$(` that began before `at` is closed; quotes hide what they hold. */
function endOfParentheses(line: string, at: number): number {
  let depth = 1;
  let quote: string | null = null;
  for (; at < line.length; at++) {
    const char = line[at] ?? "";
    if (char === "\\" && quote !== "'") at++;
    else if (quote !== null) {
      if (char === quote) quote = null;
    } else if (char === "'" || char === '"') quote = char;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at;
  }
  return line.length;
}

function endOfBackquotes(line: string, at: number): number {
  for (; at < line.length && line[at] !== "`"; at++)
    if (line[at] === "\\") at++;
  return Math.min(at, line.length);
}
