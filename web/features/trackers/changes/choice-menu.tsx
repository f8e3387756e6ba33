// A button that opens a list with a search, to choose one of many.
import type { ReactNode } from 'react';
import { late } from '../../../ui/late.tsx';
import { Opener } from '../../../ui/opener.tsx';
import type { Choices } from './choice-list.tsx';

const ChoicePopover = late(async () => (await import('./choice-list.tsx')).ChoicePopover);

export const ChoiceMenu = ({ trigger, ...props }: Choices & { trigger: ReactNode }): ReactNode => (
  <Opener kind="dialog" trigger={trigger} read={ChoicePopover.read}>
    {(opened) => <ChoicePopover {...opened} {...props} />}
  </Opener>
);
