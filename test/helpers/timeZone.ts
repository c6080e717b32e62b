/** Runs the tests of a `describe` in this time zone. */
export function inTimeZone(zone: string): void {
  const own = process.env["TZ"];
  before(() => {
    process.env["TZ"] = zone;
  });
  after(() => {
    if (own === undefined) delete process.env["TZ"];
    else process.env["TZ"] = own;
  });
}
