#!/usr/bin/env escript
%% Calls the Erlang library idna on code points.
main([Op | Words]) ->
    Text = [list_to_integer(Word, 16) || Word <- Words],
    Options = [{strict, true}, {std3_rules, true}],
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

