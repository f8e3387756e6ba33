// Wire shape of the audit log.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { auditKinds } from './audit.kinds.ts';

/** Facts of an event by name. */
export const AuditDetails = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

export const AuditEvent = Type.Object(
  {
    id: Type.Integer(),
    date: Type.String(),
    kind: Type.Enum(auditKinds),
    actor: Type.Object({
      id: Nullable(Type.Integer({ description: 'null: nobody signed in, or the command line.' })),
      name: Type.String(),
      address: Nullable(Type.String()),
    }),
    user_id: Nullable(Type.Integer({ description: 'The account that it happened to.' })),
    user: Nullable(
      Type.Object(
        { id: Type.Integer(), name: Type.String() },
        { description: 'That account, where it is there still.' },
      ),
    ),
    project_id: Nullable(Type.Integer({ description: 'The project that it happened in.' })),
    project: Nullable(
      Type.Object(
        { id: Type.Integer(), label: Type.String(), shortname: Type.String() },
        { description: 'That project, where it is there still.' },
      ),
    ),
    details: AuditDetails,
  },
  { title: 'AuditEvent' },
);
