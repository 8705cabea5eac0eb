/** Runs a compiled script by name (`bench`, `eval`), after installing and building what is missing. */
import { build, install } from './bootstrap.mjs';

const [name, ...args] = process.argv.slice(2);
install();
build();
const { main } = await import(`../dist/scripts/${name}/main.js`);
process.exitCode = await main(args);
