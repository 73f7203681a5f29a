// A process that passes requests on to the address in its arguments and the answers back, byte for byte: what another process
// in between costs, whatever it does.
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [target = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  const onward = ask(`${target}${request.url}`, { method: request.method }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(onward);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
