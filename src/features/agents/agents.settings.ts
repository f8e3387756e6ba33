// Settings of programs that act for people; docs/agents.md explains them.
import { flag } from '../../settings/declare.ts';

export const agentSettings = {
  mcp_enabled: flag({
    group: 'programs',
    default: false,
    since: 'Tepal 0.1',
    live: true,
    meaning:
      'With 1 assistants may work for people by the Model Context Protocol at /mcp, with access keys that are made for it',
  }),
};
