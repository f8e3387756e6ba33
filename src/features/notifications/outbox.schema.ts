// Wire shape of mails that go out.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { mailStatuses } from '../../platform/mail/index.ts';

export const OutboxMail = Type.Object(
  {
    id: Type.Integer(),
    recipient: Type.String(),
    subject: Type.String(),
    status: Type.Enum(mailStatuses, { description: 'failed: given up.' }),
    created_on: Type.String(),
    finished_on: Nullable(Type.String({ description: 'When it was sent or given up.' })),
    error: Nullable(Type.String({ description: 'Of the last attempt.' })),
  },
  { title: 'OutboxMail' },
);
