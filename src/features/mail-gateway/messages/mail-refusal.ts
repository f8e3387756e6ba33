// Why a message is not used.

/** Ends the handling of a message. `isAnswered`: its writer, where they are known, is told the reason. */
export class MailRefusal extends Error {
  readonly status: 'refused' | 'ignored';
  readonly isAnswered: boolean;

  constructor(status: 'refused' | 'ignored', reason: string, isAnswered: boolean) {
    super(reason);
    this.name = 'MailRefusal';
    this.status = status;
    this.isAnswered = isAnswered;
  }
}

/** Nobody asked for it: what programs send by themselves. Answering it could go on for ever. */
export const ignored = (reason: string): MailRefusal => new MailRefusal('ignored', reason, false);

/** Nobody that this site knows wrote it. */
export const refusedSilently = (reason: string): MailRefusal => new MailRefusal('refused', reason, false);

/** Its writer should do something else. */
export const refused = (reason: string): MailRefusal => new MailRefusal('refused', reason, true);
