#!/usr/bin/env escript
%% Calls the Erlang library idna on code points. The variable SETTINGS has the flags of UTS #46 that are on.
main([Op | Words]) ->
    Text = [list_to_integer(Word, 16) || Word <- Words],
    Settings = string:lexemes(os:getenv("SETTINGS"), " "),
    On = fun(Setting) -> lists:member(Setting, Settings) end,
    Options = case On("uts46") of
        true -> [{uts46, true}, {std3_rules, On("std3")}, {transitional, On("transitional")}];
        false -> [{strict, true}, {std3_rules, true}]
    end,
    try
        case Op of
            "encode" -> punycode:encode(Text);
            "decode" -> punycode:decode(Text);
            "to-ascii" -> idna:encode(Text, Options);
            "to-unicode" -> idna:decode(Text, Options)
        end
    of Made -> [io:format("~.16B ", [C]) || C <- lists:flatten(Made)]
    catch
        exit:_ -> halt(1);
        error:function_clause -> halt(1)
    end.

