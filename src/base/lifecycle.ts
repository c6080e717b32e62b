/** Something that can be disposed of; synchronous and safe to call twice. */
export interface Disposable {
  dispose(): void;
}

/** Collects disposables; anything added after disposal is disposed of immediately. */
export class DisposableList implements Disposable {
  private items: Disposable[] | undefined = [];

  add<T extends Disposable>(item: T): T {
    if (this.items) this.items.push(item);
    else item.dispose();
    return item;
  }

  dispose(): void {
    const items = this.items;
    this.items = undefined;
    for (const item of items?.reverse() ?? []) item.dispose();
  }
}
