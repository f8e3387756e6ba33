// The program that password-strength.ts starts: scores passwords with zxcvbn and answers each with the reason why it is weak,
// or with an empty text.
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

process.on('message', (message) => {
  if (!isQuestion(message)) throw new TypeError('this is no question about a password');
  const { password, known } = message;
  const { score, feedback } = zxcvbn.check(password, known);
  const reasons = [feedback.warning, ...feedback.suggestions].filter((text) => text !== null && text !== '');
  const advice = reasons.length === 0 ? 'it is easy to guess' : `it is easy to guess: ${reasons.join(' ')}`;
  process.send?.(score < leastScore ? advice : '');
});
