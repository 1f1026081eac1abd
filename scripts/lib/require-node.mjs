// Imported first and alone, so that an old Node gets this sentence and not a syntax error from another module.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Tillwright needs Node 20.19 or newer; this is ${process.version}. Get it from nodejs.org and try again.`,
  );
  process.exit(1);
}
