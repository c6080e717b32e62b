import type { EntryNode, GroupNode } from "./nodes";
import { idOf } from "./rowIds";

type Known = GroupNode | EntryNode;

/** Nodes by id: the tree keeps its state by the identity of its elements. */
export class KnownNodes {
  private readonly nodes = new Map<string, Known>();

  get(id: string): Known | undefined {
    return this.nodes.get(id);
  }

  /** Returns the node that stands for this row already, with what is new of it. */
  keep<Node extends Known>(node: Node): Node {
    const id = idOf(node);
    const known = this.nodes.get(id);
    if (known?.type === node.type) return Object.assign(known as Node, node);
    this.nodes.set(id, node);
    return node;
  }

  forgetAllBut(live: ReadonlySet<string>): void {
    for (const id of this.nodes.keys())
      if (!live.has(id)) this.nodes.delete(id);
  }
}
