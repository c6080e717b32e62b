/** One simple command of a command line: its words, and the files it writes anew. */
export interface SimpleCommand {
  words: string[];
  /** Targets of `>`; appending is not among them. */
  truncates: string[];
}

const SEPARATORS = new Set([";", "&", "|", "\n", "(", ")", "{", "}"]);

/**
 * Splits a command line into its simple commands, roughly as a shell would:
 * quotes, escapes, `;`, `&&`, pipes, subshells, redirections. Nothing is
 * expanded or run; what a shell would compute stays as it is written. An
 * unclosed quote ends with the line.
 */
export function splitCommands(line: string): SimpleCommand[] {
  const reader = new Reader(line);
  reader.readAll();
  return reader.commands;
}

class Reader {
  readonly commands: SimpleCommand[] = [];
  private current: SimpleCommand = { words: [], truncates: [] };
  private word: string | null = null;
  /** What the next word is: an argument, a file being truncated, or one of no interest. */
  private role: "word" | "truncate" | "skip" = "word";
  private at = 0;

  constructor(private readonly line: string) {}

  readAll(): void {
    while (this.at < this.line.length) this.step(this.line[this.at] ?? "");
    this.endCommand();
  }

  private step(char: string): void {
    if (char === "'" || char === '"') return this.quote(char);
    if (char === "\\") return this.escape();
    if (char === "#" && this.word === null) return this.comment();
    if (char === ">" || char === "<") return this.redirect(char);
    if (char === "&" && this.line[this.at + 1] === ">") return this.skipOne();
    // `$(...)` and backquotes hold commands of their own: they are read as such.
    if (SEPARATORS.has(char) || char === "`") {
      this.endCommand();
      return this.skipOne();
    }
    if (/\s/.test(char)) this.endWord();
    else this.word = (this.word ?? "") + char;
    this.skipOne();
  }

  private quote(mark: string): void {
    this.word ??= "";
    this.skipOne();
    while (this.at < this.line.length && this.line[this.at] !== mark) {
      if (mark === '"' && this.line[this.at] === "\\") this.skipOne();
      this.word += this.line[this.at] ?? "";
      this.skipOne();
    }
    this.skipOne();
  }

  private escape(): void {
    const next = this.line[this.at + 1];
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
    const operator = /^(>>|>\||>&|>|<<<|<<|<&|<>|<)/.exec(rest)?.[1] ?? char;
    this.at += operator.length;
    const truncates = operator === ">" || operator === ">|";
    this.role =
      truncates && (descriptor === null || descriptor === "1")
        ? "truncate"
        : "skip";
  }

  private endWord(): void {
    if (this.word === null) return;
    if (this.role === "truncate") this.current.truncates.push(this.word);
    else if (this.role === "word") this.current.words.push(this.word);
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
