import type {
  DeedNode,
  EntryNode,
  GroupNode,
  HeadingNode,
  MessageNode,
  NowNode,
  ThreadNode,
  TimelineNode,
} from "./nodes";
import { idOf } from "./rowIds";

/** Rows that are redrawn alone if only they look different. */
type KnownNode =
  | GroupNode
  | EntryNode
  | ThreadNode
  | MessageNode
  | NowNode
  | HeadingNode
  | DeedNode;

const KNOWN: readonly string[] = [
  ...["group", "entry", "thread", "message"],
  ...["now", "heading", "deed"],
];

export function isKnown({ type }: TimelineNode): boolean {
  return KNOWN.includes(type);
}

/** Nodes by id: the tree keeps its state by the identity of its elements. */
export class KnownNodes {
  private readonly nodes = new Map<string, KnownNode>();

  get(id: string): KnownNode | undefined {
    return this.nodes.get(id);
  }

  /** Returns the node that stands for this row already, with what is new of it. */
  keep<Node extends KnownNode>(node: Node): Node {
    const id = idOf(node);
    const known = this.nodes.get(id);
    if (known?.type === node.type) return Object.assign(known as Node, node);
    this.nodes.set(id, node);
    return node;
  }

  forgetAllBut(live: ReadonlySet<string>): void {
    for (const [id, node] of this.nodes)
      if (!live.has(hasOwner(node) ? idOf(node.parent) : id))
        this.nodes.delete(id);
  }
}

/** Messages and deeds live as long as the row above them. */
function hasOwner(node: KnownNode): node is MessageNode | DeedNode {
  return node.type === "message" || node.type === "deed";
}
