// Why a message is not used.
import { textOf } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';

/** Ends the handling of a message. `isAnswered`: its writer, where they are known, is told the reason. */
export class MailRefusal extends Error {
  readonly status: 'refused' | 'ignored';
  readonly isAnswered: boolean;
  /** The message, with its name where it has one. */
  readonly sentence: string | Said;

  constructor(status: 'refused' | 'ignored', reason: string | Said, isAnswered: boolean) {
    super(textOf(reason));
    this.name = 'MailRefusal';
    this.status = status;
    this.isAnswered = isAnswered;
    this.sentence = reason;
  }
}

/** Nobody asked for it: what programs send by themselves. Answering it could go on for ever. */
export const ignored = (reason: Said): MailRefusal => new MailRefusal('ignored', reason, false);

/** Nobody that this site knows wrote it. */
export const refusedSilently = (reason: Said): MailRefusal => new MailRefusal('refused', reason, false);

/** Its writer should do something else. */
export const refused = (reason: string | Said): MailRefusal => new MailRefusal('refused', reason, true);
