// Values of lists, as other features find, name and make them.
import { findValue, findOpenValue } from '../../definition/definition.ts';
import { findBoundGroup, labelsOf } from '../bind.ts';
import { createValueNamer } from '../open-list/value-namer.ts';

export const listValues = { findValue, findOpenValue, findBoundGroup, labelsOf, createValueNamer };
