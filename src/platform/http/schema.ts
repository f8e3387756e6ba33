// Pieces of schemas that every feature's wire shapes are made of.
import { Type } from 'typebox';
import type { TSchema } from 'typebox';

/** The schema, or null. */
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A path parameter that is the number of something. Negative ones and zero are asked for by old clients and simply name nothing. */
export const IdParams = Type.Object({
  id: Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
});

/** The error body of every refusal (spec ruling 6). */
export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.Integer({ description: 'The HTTP status again.' }),
    message: Type.String(),
    i18n_error_message: Type.Optional(Type.String()),
    i18n_error_messages: Type.Optional(
      Type.Array(Type.String(), { description: 'Every mistake, where a request asks for all of them.' }),
    ),
  }),
});
