/** Creates something for one test; mocha disposes of it afterwards. */
export function madeForEach<Given extends unknown[], Made extends Disposed>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  const all: Made[] = [];
  afterEach(() => {
    for (const made of all.splice(0)) made.dispose();
  });
  return (...given) => {
    const made = make(...given);
    all.push(made);
    return made;
  };
}

interface Disposed {
  dispose(): void;
}
