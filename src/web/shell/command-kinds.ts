import { defineCommands } from '#web/api/commands/commands.ts';

/** Where the code of each kind of command is: a command outlives the view, and the page, that sent it. */
defineCommands({});
