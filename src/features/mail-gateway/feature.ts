// Mail that comes in, as a feature.
import type { Certificate } from '../../platform/tls.ts';
import { createMailGateway } from './mail-gateway.ts';
import type { MailGatewayDeps } from './mail-gateway.ts';
import { mailRoutes } from './mail-messages.routes.ts';
import { dropOldArrivals } from './old-arrivals.ts';

type Needs = Pick<MailGatewayDeps, 'database' | 'clock' | 'logger' | 'settings' | 'entityTagKey'>;

export function createMailGatewayFeature(needs: Needs, dependencies: Omit<MailGatewayDeps, keyof Needs>) {
  const mail = createMailGateway({ ...needs, ...dependencies });
  const doors = {
    async start(certificate: Certificate | undefined): Promise<void> {
      await mail.doors.open(certificate);
    },
    stop: (): Promise<void> => mail.doors.close(),
  };
  return {
    mail,
    parts: { routes: mailRoutes(mail.messages), jobs: [mail.handler], cleaners: [dropOldArrivals], services: [doors] },
  };
}
