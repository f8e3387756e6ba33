// The colours as something to choose among.
import { t } from '../../platform/i18n.ts';
import { colours } from './colours.ts';

export const listColours = () => colours.map((id) => ({ id, label: t(`colour.${id}`), colour: id }));
