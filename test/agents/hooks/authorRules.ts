/** A tool that an agent runs: what is known of what it writes. */
export interface Tool {
  agent: string;
  /** The file that the tool or its command names; null if it names none. */
  names: string | null;
  /** True if its command may write anything. */
  isOpen: boolean;
  isBackground: boolean;
}

interface AtWork extends Tool {
  /** Another agent's tool ran meanwhile, or the user saved. */
  wasAlone: boolean;
}

/**
 * The rules of who wrote a file, as they are promised and apart from how they are implemented.
 * An agent has written it if there is proof: only its tools name the file, or its command may
 * write anything and nobody else was at work while it ran. The user has if only the editor
 * announced to save it. Otherwise nobody knows.
 */
export class AuthorRules {
  private tools: AtWork[] = [];
  private readonly saving = new Set<string>();

  begin(tool: Tool): void {
    const others = this.tools.filter(({ agent }) => agent !== tool.agent);
    for (const other of others) other.wasAlone = false;
    this.tools.push({ ...tool, wasAlone: others.length === 0 });
  }

  end(agent: string, isBackground: boolean): void {
    const at = this.tools.findIndex(
      (tool) => tool.agent === agent && tool.isBackground === isBackground,
    );
    this.tools.splice(at, 1);
  }

  /** The agent's tool was interrupted, nobody knows when: it is no proof of anything. */
  interrupt(agent: string): void {
    for (const tool of this.tools)
      if (tool.agent === agent && !tool.isBackground) {
        tool.names = null;
        tool.isOpen = false;
      }
  }

  /** The agent's turn is over; what it left running no longer is the only one at work. */
  endTurn(agent: string): void {
    this.tools = this.tools.filter(
      (tool) => tool.agent !== agent || tool.isBackground,
    );
    for (const tool of this.tools)
      if (tool.agent === agent) tool.isOpen = false;
  }

  announce(file: string): void {
    this.saving.add(file);
  }

  /** The window has recorded its save. */
  recorded(file: string): void {
    this.saving.delete(file);
  }

  /** The history says that the user was at work. */
  noteSave(): void {
    for (const tool of this.tools) tool.wasAlone = false;
  }

  authorOf(file: string): string {
    const naming = new Set([
      ...this.tools.filter(({ names }) => names === file).map(agentOf),
      ...(this.saving.has(file) ? ["editor"] : []),
    ]);
    if (naming.size > 0) return only(naming) ?? "outside";
    const isAlone =
      this.saving.size === 0 && this.tools.every(({ wasAlone }) => wasAlone);
    const open = this.tools.filter(({ isOpen }) => isOpen);
    return (isAlone ? only(new Set(open.map(agentOf))) : null) ?? "outside";
  }
}

function agentOf({ agent }: Tool): string {
  return agent;
}

function only(names: ReadonlySet<string>): string | null {
  const [first = null] = names;
  return names.size === 1 ? first : null;
}
