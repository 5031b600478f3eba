import { companyWordings } from './company.ts';
import { peopleWordings } from './members.ts';
import { structureWordings } from './structure.ts';

/** How the operations of this service are worded in the operation log. */
export const upmWordings = { ...peopleWordings, ...structureWordings, ...companyWordings };
