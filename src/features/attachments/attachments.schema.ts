// The wire shapes of attachments and of what is sent to make them.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';

/** Longest chunk, before it is written in base64. */
export const chunkMaxBytes = 1_048_576;

/** Room for a chunk in base64, and for the description. */
export const chunkBodyMaxBytes = 2_097_152;

const name = Type.String({ minLength: 1, maxLength: 255, description: 'With its ending, without a folder.' });
const mediaType = Type.String({
  maxLength: 255,
  description: 'Such as text/plain; what is really in it is found out.',
});
const description = Type.Optional(Nullable(Type.String({ maxLength: 65_535 })));
const content = Type.String({ description: `Base64 (RFC 4648, section 4) of at most ${chunkMaxBytes} bytes.` });

export const AttachedFile = Type.Object(
  {
    id: Type.Integer(),
    submitted_by: Type.Integer(),
    description: Nullable(Type.String()),
    name: Type.String(),
    size: Type.Integer(),
    type: Type.String(),
    html_url: Nullable(Type.String()),
    html_preview_url: Nullable(Type.String()),
    uri: Type.String(),
  },
  { title: 'File' },
);

export const FileSlice = Type.Object(
  { data: Type.String({ description: 'Base64 of the bytes that were asked for.' }) },
  { title: 'FileSlice' },
);

/** Which bytes of a file. */
export const sliceQuery = Type.Object({
  offset: Type.Integer({ default: 0, minimum: 0, description: 'Bytes to skip.' }),
  limit: Type.Integer({ default: chunkMaxBytes, minimum: 0, maximum: chunkMaxBytes, description: 'Bytes to give.' }),
});

export const NewTemporaryFile = Type.Object(
  { name, mimetype: mediaType, content, description },
  { title: 'NewTemporaryFile' },
);

export const NextChunk = Type.Object(
  { content, offset: Type.Integer({ description: 'The chunk’s number; that of the POST was 1.' }) },
  { title: 'NextChunk' },
);

export const NewUpload = Type.Object(
  { name, file_size: Type.Integer({ minimum: 0, description: 'In bytes.' }), file_type: mediaType, description },
  { title: 'NewUpload' },
);

export const CreatedFile = Type.Object(
  {
    id: Type.Integer(),
    download_href: Type.String(),
    upload_href: Nullable(Type.String({ description: 'Where to send the bytes by tus; null for an empty file.' })),
  },
  { title: 'CreatedFile' },
);
