// The program that read-message.ts starts: reads a message from standard input, and writes a line of JSON with what is in it, or
// why it is refused, then the bytes of its attachments.
import { buffer } from 'node:stream/consumers';
import { MailRefusal } from './mail-refusal.ts';
import { parseMessage } from './parse-message.ts';
import type { MessageParts } from './parse-message.ts';

function write({ attachments, ...parts }: MessageParts): void {
  const sized = attachments.map(({ content, ...names }) => ({ ...names, size: content.length }));
  process.stdout.write(`${JSON.stringify({ ...parts, attachments: sized })}\n`);
  for (const { content } of attachments) process.stdout.write(content);
}

try {
  write(await parseMessage(await buffer(process.stdin), { stripsOutlook: process.argv[2] === 'outlook' }));
} catch (error) {
  if (!(error instanceof MailRefusal)) throw error;
  process.stdout.write(`${JSON.stringify({ refused: error.sentence })}\n`);
}
