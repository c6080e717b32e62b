/** What a test makes by calling this, mocha disposes of after the test. */
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
