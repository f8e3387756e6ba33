// The program that password-strength.ts starts: scores passwords, a question as JSON in each line, with zxcvbn, and answers each by a
// line with the reason why it is weak, or by an empty one.
import { createInterface } from 'node:readline';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as shared from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

interface Question {
  password: string;
  known: string[];
}

/** By hand, because loading the schemas' package would take a third of this process's time. */
const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' &&
  message !== null &&
  'password' in message &&
  typeof message.password === 'string' &&
  'known' in message &&
  Array.isArray(message.known) &&
  message.known.every((text) => typeof text === 'string');

/** zxcvbn's scale goes from 0 to 4; 3 withstands 10^8 guesses. */
const leastScore = 3;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...shared.dictionary, ...english.dictionary },
  graphs: shared.adjacencyGraphs,
  translations: english.translations,
});

for await (const line of createInterface({ input: process.stdin })) {
  const question: unknown = JSON.parse(line);
  if (!isQuestion(question)) throw new TypeError('this is no question about a password');
  const { password, known } = question;
  const { score, feedback } = zxcvbn.check(password, known);
  const reasons = [feedback.warning, ...feedback.suggestions].filter((text) => text !== null && text !== '');
  const advice = reasons.length === 0 ? 'it is easy to guess' : `it is easy to guess: ${reasons.join(' ')}`;
  process.stdout.write(`${score < leastScore ? advice.replaceAll('\n', ' ') : ''}\n`);
}
