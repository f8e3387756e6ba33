// Programs that act for people, by the Model Context Protocol:
// agents.routes.ts   who may, and the one address
// protocol.ts        its methods
// tools/             what an agent can do, each by calls of routes of the API
// shown-answer.ts    how an answer shows what people wrote

export { createAgentsFeature } from './feature.ts';
