// npm run restore DIR: makes the installation of a backup again, in an empty data folder or
// database. Takes DATA_DIR and DATABASE_URL as the server does.
import { runServerCommand } from './lib/command.mjs';

await runServerCommand('restore');
