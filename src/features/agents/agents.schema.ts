// Wire shapes of the Model Context Protocol: messages of JSON-RPC 2.0.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Closed } from '../../platform/http/index.ts';

const Id = Type.Union([Type.String({ maxLength: 200 }), Type.Integer()]);

/** What a client sends: a request, a notification, which has no id, or an answer, of which the server asks for none. */
export const Message = Closed(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Id),
    method: Type.Optional(Type.String({ maxLength: 200 })),
    params: Type.Optional(Type.Unknown({ description: 'What the method takes.' })),
    result: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Unknown()),
  },
  [],
  { title: 'McpMessage' },
);

export type Message = Static<typeof Message>;

export const Reply = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Union([Id, Type.Null()]),
    result: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
  },
  { title: 'McpReply' },
);

export type Reply = Static<typeof Reply>;

export const InitializeParams = Type.Object({
  protocolVersion: Type.String({ maxLength: 50 }),
  clientInfo: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.String({ maxLength: 200 })),
      title: Type.Optional(Type.String({ maxLength: 200 })),
    }),
  ),
});

export const CallParams = Type.Object({
  name: Type.String({ maxLength: 100 }),
  arguments: Type.Optional(Type.Unknown()),
});

export const PageParams = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 100 })) });

export const ReadParams = Type.Object({ uri: Type.String({ maxLength: 200 }) });
