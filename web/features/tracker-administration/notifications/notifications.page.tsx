// Whom the tracker tells what happens: people by mail, programs by webhooks; and the mail that it takes.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { CalendarEvents } from './calendar-events.tsx';
import { CannedResponses } from './canned-responses.tsx';
import { DateReminders } from './date-reminders.tsx';
import { MailGateway } from './mail-gateway.tsx';
import { Recipients } from './recipients.tsx';
import { TrackerSwitch } from './tracker-switch.tsx';
import { Webhooks } from './webhooks.tsx';

export function NotificationsPage(): ReactNode {
  const { tracker } = useDefinition();
  return (
    <>
      <Recipients />
      <DateReminders />
      <TrackerSwitch
        part="assigned_subject"
        title={t('hooks.assigned')}
        text={t('hooks.assignedText')}
        label={t('hooks.saysAssigned')}
        note={tracker.semantics['contributor'] === undefined ? t('hooks.noAssignee') : undefined}
      />
      <CalendarEvents />
      <MailGateway />
      <CannedResponses />
      <Webhooks kind="trackers" id={tracker.id} />
    </>
  );
}
