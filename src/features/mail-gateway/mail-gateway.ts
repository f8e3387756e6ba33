// The gateway as a whole, wired.
import type { JobHandler } from '../../platform/jobs/index.ts';
import { resolveSettings } from '../../settings/index.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import { createArrivals } from './arrivals.service.ts';
import type { Arrivals, ArrivalDeps } from './arrivals.service.ts';
import { createMailDoors } from './mail-doors.ts';
import type { MailDoors } from './mail-doors.ts';
import type { MailboxDeps } from './mailbox.ts';
import { createMailMessages } from './mail-messages.service.ts';
import type { MailMessages, MailMessagesDeps } from './mail-messages.service.ts';
import { createMailUse } from './mail-use.service.ts';
import type { MailUseDeps } from './mail-use.service.ts';

export interface MailGateway {
  arrivals: Arrivals;
  doors: MailDoors;
  messages: MailMessages;
  /** Uses what arrived. */
  handler: JobHandler;
}

type PartDeps = ArrivalDeps & Omit<MailboxDeps, 'arrivals'> & MailMessagesDeps & MailUseDeps;

export interface MailGatewayDeps extends Omit<PartDeps, 'secret'> {
  settings: LoadedSettings;
  /** Secret of the install, which addresses are signed with. */
  entityTagKey: string;
}

/** Nothing is open and nothing runs before somebody says so. */
export function createMailGateway({ settings, entityTagKey: secret, ...shared }: MailGatewayDeps): MailGateway {
  const deps = { ...shared, secret };
  const arrivals = createArrivals(deps);
  return {
    arrivals,
    doors: createMailDoors({ ...deps, arrivals }, resolveSettings(settings, [])),
    messages: createMailMessages(deps),
    handler: createMailUse(deps),
  };
}
