// Settings of programs that act for people; docs/agents.md explains them.
import { flag } from '../../settings/declare.ts';

export const agentSettings = {
  mcp_enabled: flag({
    group: 'programs',
    default: false,
    since: 'Tepal 0.1',
    live: true,
    meaning:
      'Let assistants work on behalf of people by the Model Context Protocol at /mcp, with access keys created for it',
  }),
};
