// A world of its own, in namespaces of the kernel: a name server that says something else each time, a public address and this machine,
// both with a server. Prints whom calls reached, as JSON.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { NoAnswerError, post } from './outgoing.ts';

const [publicAddress = '', rounds = '0'] = process.argv.slice(2);
const localSix = Buffer.from('00000000000000000000000000000001', 'hex');
const mappedLocal = Buffer.from('00000000000000000000ffff7f000001', 'hex');

interface Answers {
  a: string[];
  aaaa?: Buffer;
}

/** What a name stands for at its n-th question. */
const names: Readonly<Record<string, (n: number) => Answers>> = {
  // Public first, then this machine, as soon as somebody asks again.
  'turns.example': (n) => ({ a: [n % 2 === 0 ? publicAddress : '127.0.0.1'] }),
  'both.example': () => ({ a: [publicAddress, '127.0.0.1'] }),
  'six.example': () => ({ a: [publicAddress], aaaa: localSix }),
  'mapped.example': () => ({ a: [], aaaa: mappedLocal }),
  'nothing.example': () => ({ a: ['0.0.0.0'] }),
  'true.example': () => ({ a: [publicAddress] }),
};

const record = (type: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
};

const asked = new Map<string, number>();
const nameServer = createSocket('udp4');
nameServer.on('message', (question, { port, address }) => {
  let at = 12;
  const labels: string[] = [];
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const name = labels.join('.').toLowerCase();
  const type = question.readUInt16BE(at + 1);
  const n = asked.get(name) ?? 0;
  if (type === 1) asked.set(name, n + 1);
  const { a, aaaa } = names[name]?.(n) ?? { a: [] };
  const answers =
    type === 1
      ? a.map((ip) => record(1, Buffer.from(ip.split('.').map(Number))))
      : aaaa === undefined
        ? []
        : [record(28, aaaa)];
  const head = Buffer.from([question[0] ?? 0, question[1] ?? 0, 0x85, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
  nameServer.send(Buffer.concat([head, question.subarray(12, at + 5), ...answers]), port, address);
});
nameServer.bind(53, '127.0.0.1');
await once(nameServer, 'listening');

let reached = { publicly: 0, here: 0 };
const serve = async (host: string, note: () => void): Promise<void> => {
  const server = createServer((_request, response) => {
    note();
    response.writeHead(204).end();
  });
  server.listen(80, host);
  await once(server, 'listening');
};
await serve(publicAddress, () => (reached.publicly += 1));
for (const host of ['127.0.0.1', '::1']) await serve(host, () => (reached.here += 1));

const told: Record<string, typeof reached & { refused: number }> = {};
for (const name of Object.keys(names)) {
  let refused = 0;
  reached = { publicly: 0, here: 0 };
  for (let round = 0; round < Number(rounds); round += 1) {
    try {
      await post(`http://${name}/`, '{}', { isPrivateAllowed: false, signal: new AbortController().signal });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      refused += 1;
    }
  }
  told[name] = { ...reached, refused };
}
process.stdout.write(JSON.stringify(told), () => process.exit(0));
