// Lists the verbs that may begin a clause of an instruction, each list as a pattern.

/** Verbs that may ask for an untracked effect. */
export const effectVerbs =
  "accept|approve|reject|decline|refuse|discard|undo|revert|roll|resolve|close|mark|reply|respond|answer|comment|annotate|turn|switch|enable|disable|activate|deactivate|start|stop|track|record|protect|unprotect|lock|unlock|restrict|lift|remove|strip|delete|clear|scrub|anonymi[sz]e|update|refresh|set|add|insert|put|leave|make|write|place|attach|post|create|flag|explain|ask|drop|take|cancel|end";
/** Other verbs of requests. They end the preceding clause. */
export const otherVerbs =
  "adjust|adapt|align|amend|append|apply|bold|bring|build|capitali[sz]e|cent(?:er|re)|change|check|clean|combine|compare|complete|condense|convert|copy|correct|cut|define|describe|do|draft|edit|eliminate|ensure|exchange|expand|extend|fill|find|fix|fold|format|give|go|harmoni[sz]e|highlight|improve|include|increase|indent|italici[sz]e|join|keep|limit|link|list|look|lower|merge|mention|modify|move|note|number|omit|polish|print|prohibit|provide|raise|read|rearrange|reduce|redraft|reformat|rename|renumber|reorder|repeat|rephrase|replace|restate|restore|restructure|review|reword|rewrite|run|save|say|see|send|shorten|show|simplify|sort|split|state|strike|substitute|summari[sz]e|swap|sync|tell|tidy|translate|trim|underline|use|verify|view|work";

/** Verbs of documents rather than of requests. A conjunction after them continues another subject's right or duty. */
export const foreignVerbs =
  "access|agree|appoint|approve|assign|attend|audit|buy|comply|confirm|consider|consult|contact|cooperate|deliver|discuss|enter|evaluate|examine|exercise|grant|identify|inform|inspect|investigate|invoice|issue|license|monitor|negotiate|notify|object|obtain|offer|participate|pay|perform|permit|prepare|process|propose|provide|purchase|receive|register|renew|request|require|retain|return|review|sell|sign|study|submit|suggest|supply|terminate|test|transfer|visit";
