export { TypeChanger } from './job.ts';
export { typeChangeRoutes } from './routes.ts';
export { sweepTypeChanges } from './sweep.ts';
export { typeChangeWordings } from './wordings.ts';
