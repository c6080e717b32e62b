import type {
  EntryNode,
  GroupNode,
  MessageNode,
  ThreadNode,
  TimelineNode,
} from "./nodes";
import { idOf } from "./rowIds";

/** Rows that are drawn anew alone, when they alone look different. */
type KnownNode = GroupNode | EntryNode | ThreadNode | MessageNode;

export function isKnown({ type }: TimelineNode): boolean {
  return ["group", "entry", "thread", "message"].includes(type);
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

  /** A message lives as long as its thread. */
  forgetAllBut(live: ReadonlySet<string>): void {
    for (const [id, node] of this.nodes)
      if (!live.has(node.type === "message" ? idOf(node.parent) : id))
        this.nodes.delete(id);
  }
}
