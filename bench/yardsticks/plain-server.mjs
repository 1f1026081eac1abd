// The least a Node server can be: answers everything with one text from memory. A yardstick.
// Usage: node bench/yardsticks/plain-server.mjs [file to answer with]; prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , file] = process.argv;
const body = file === undefined ? Buffer.from('{"status":"ok"}') : readFileSync(file);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
