// The one address of the Model Context Protocol (streamable HTTP, without a stream: every reply is an answer of its own).
import { invalidCredentials, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { createInnerCalls, routesFor } from '../../platform/http/index.ts';
import type { RequestFacts, Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import { requireUser } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { programVersion, withAnswerLimit } from '../site/index.ts';
import { shapeCheck } from '../../platform/texts/shape.ts';
import { InitializeParams, Message, Reply } from './agents.schema.ts';
import { createBounds } from './bounds.ts';
import { answerMessage, protocolVersions } from './protocol.ts';
import { readSession, unnamed, writeSession } from './sessions.ts';
import { artifactTools } from './tools/artifacts.ts';
import { findingTools } from './tools/finding.ts';
import { planningTools } from './tools/planning.ts';
import { repositoryTools } from './tools/repositories.ts';

const route = routesFor<Viewer>();

const tools = [...findingTools, ...artifactTools, ...planningTools, ...repositoryTools];

const writeScope = 'write:agent';
const scopes = ['read:agent', writeScope];

/** The longest text and comment with every character written as an escape. */
const messageMaxBytes = 1_048_576;

/** Of an answer of the API that a tool reads, in characters; most of it is left out then. */
const readMaxLength = 2_000_000;

/** Throws notFound where agents are not admitted, and what keeps this request out. */
function admit(viewer: Viewer, { headers }: RequestFacts): { mayWrite: boolean } {
  const { settings } = viewer.site;
  if (!settings.mcp_enabled)
    throw notFound(
      'assistants are not enabled on this site; a site administrator can enable them with the setting mcp_enabled',
    );
  if (viewer.credential?.kind !== 'access-key')
    throw invalidCredentials(`agents send an access key with the scope ${scopes.join(' or ')}`);
  const origin = headers['origin']?.toString();
  if (origin !== undefined && origin !== new URL(publicUrl(settings)).origin)
    throw forbidden('requests from pages of other sites are not allowed');
  const version = headers['mcp-protocol-version']?.toString();
  if (version !== undefined && !protocolVersions.some((known) => known === version))
    throw invalid(`must be one of ${protocolVersions.join(', ')}`, 'MCP-Protocol-Version');
  return { mayWrite: viewer.credential.scopes.includes(writeScope) };
}

const isIntroduction = shapeCheck(InitializeParams);

/** Name of the program that introduces itself. */
function introducedAs({ method, params }: Message): string | undefined {
  if (method !== 'initialize') return undefined;
  const isIntroduced = isIntroduction(params);
  return isIntroduced ? (params.clientInfo?.title ?? params.clientInfo?.name ?? unnamed) : unnamed;
}

/** Answers by the routes of the list. */
export function agentRoutes(routes: readonly Route<Viewer>[]): Route<Viewer>[] {
  const call = createInnerCalls(routes);
  const inBounds = createBounds();
  return [
    route({
      method: 'POST',
      url: '/mcp',
      alsoAt: '/mcp',
      access: 'signed-in',
      keyScopes: scopes,
      kind: 'action',
      tag: 'Agents',
      summary: 'A message of the Model Context Protocol, for programs that act for a person; also at /mcp',
      body: Message,
      bodyMaxBytes: messageMaxBytes,
      responses: { 200: Reply, 202: null },
      async handler({ viewer, body, request, caller }) {
        const { mayWrite } = admit(viewer, request);
        const agent = readSession(request.headers['mcp-session-id']?.toString());
        const site = withAnswerLimit(viewer.site, readMaxLength);
        const context = { viewer: { ...viewer, agent, site }, request, caller, lengthMax: readMaxLength };
        const session = {
          ask: (one: Parameters<typeof call>[1]) => call(context, one),
          tools,
          mayWrite,
          programVersion,
        };
        const reply = await inBounds(requireUser(viewer).id, () => answerMessage(session, body));
        if (reply === undefined) return { status: 202 };
        const name = introducedAs(body);
        return { body: reply, ...(name === undefined ? {} : { headers: { 'mcp-session-id': writeSession(name) } }) };
      },
    }),
  ];
}
