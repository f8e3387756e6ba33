// The program that password-strength.ts starts: scores one password with zxcvbn and answers with the reason why it is
// weak, or with an empty text.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as shared from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Question = Type.Object({ password: Type.String(), known: Type.Array(Type.String()) });

/** zxcvbn's scale goes from 0 to 4; 3 withstands 10^8 guesses. */
const leastScore = 3;

process.once('message', (message) => {
  const { password, known } = Value.Parse(Question, message);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...shared.dictionary, ...english.dictionary },
    graphs: shared.adjacencyGraphs,
    translations: english.translations,
  });
  const { score, feedback } = zxcvbn.check(password, known);
  const reasons = [feedback.warning, ...feedback.suggestions].filter((text) => text !== null && text !== '');
  const advice = reasons.length === 0 ? 'it is easy to guess' : `it is easy to guess: ${reasons.join(' ')}`;
  process.send?.(score < leastScore ? advice : '');
});
