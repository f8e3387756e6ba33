// What the server takes from node:http. An import of it would read every export, and one of them loads a whole HTTP client
// with WebSockets; asking for the module at run time does not, which saves some 4 MB.

export const {
  /** The registered phrase, such as `Not Found`, by status. */
  STATUS_CODES: statusPhrases,
  createServer: createPlainServer,
  ServerResponse: PlainResponse,
} = process.getBuiltinModule('node:http');
