// Wire shapes of mail that came in. Beyond the wire format that clients of other servers know.
import { Type } from 'typebox';
import { Nullable, I18nMessage } from '../../platform/http/index.ts';
import { MinimalUser } from '../people/index.ts';
import { doors, messageStatuses } from './mail-gateway.tables.ts';

const ArtifactPlace = Nullable(Type.Object({ id: Type.Integer(), uri: Type.String() }));

export const MailMessage = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    received_on: Type.String(),
    door: Type.Enum(doors),
    status: Type.Enum(messageStatuses, {
      description:
        'waiting: to be used; done: it made a comment or an artifact; refused: it could not be used; ignored: no person wrote it, or it came before.',
    }),
    reason: Nullable(Type.String({ description: 'Why it was not used, or what of it was left out.' })),
    i18n: Type.Optional(I18nMessage),
    envelope_from: Nullable(Type.String({ description: 'Empty: the null sender.' })),
    recipient: Type.String(),
    message_id: Nullable(Type.String()),
    from: Nullable(Type.String({ description: 'Addresses of the From line, which anybody may have written there.' })),
    subject: Nullable(Type.String()),
    authentication: Type.Array(Type.String({ description: 'Authentication-Results and Received-SPF headers.' })),
    size: Type.Integer({ description: 'Bytes.' }),
    raw_uri: Nullable(Type.String({ description: 'null: the bytes are not kept any more.' })),
    user: Nullable(MinimalUser),
    artifact: ArtifactPlace,
    changeset_id: Nullable(Type.Integer()),
    answered_on: Nullable(Type.String({ description: 'When the writer was told the reason.' })),
  },
  { title: 'MailMessage' },
);

/** What everybody may know who sees the artifact. */
export const MailOfArtifact = Type.Object(
  {
    id: Type.Integer(),
    received_on: Type.String(),
    changeset_id: Nullable(Type.Integer()),
    user: Nullable(MinimalUser),
  },
  { title: 'MailOfArtifact' },
);

export const MailGateway = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether the tracker allows mail to the addresses.' }),
    artifact_address: Nullable(
      Type.String({ description: 'Mail to it becomes an artifact; null while mail is not taken.' }),
    ),
  },
  { title: 'MailGateway' },
);

export const MailGatewayChange = Type.Object({ enabled: Type.Boolean() }, { title: 'MailGatewayChange' });
