%% The frame of the adapters in Erlang: acegate's line protocol around functions from code points to code points.
%% A request is one object on one line, and its input is an array of integers, as the hello asks.

serve(Implementation, Functions, Support) ->
    io:setopts([{encoding, latin1}, binary]),
    Ops = lists:join(",", [[$", Op, $"] || {Op, _} <- Functions]),
    Hello = ["{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],\"implementation\":{", Implementation,
             ",\"language\":\"Erlang\"},\"codecs\":{\"punycode\":{\"ops\":[", Ops, "]", Support, "}}}"],
    loop(Hello, Functions).

loop(Hello, Functions) ->
    case io:get_line("") of
        Line when is_binary(Line) ->
            Reply = case find("type", "\"hello\"", Line) of
                        <<>> -> ["{\"id\":", find("id", "\\d+", Line), ",", reply(Functions, Line), "}"];
                        _ -> Hello
                    end,
            file:write(standard_io, [Reply, "\n"]),
            loop(Hello, Functions);
        _ -> ok
    end.

reply(Functions, Line) ->
    Op = binary_to_list(find("op", "\"[a-z-]*\"", Line)),
    case {find("codec", "\"punycode\"", Line), lists:keyfind(string:trim(Op, both, "\""), 1, Functions)} of
        {<<_, _/binary>>, {_, Function}} -> answer(Function, points(find("u", "\\[[\\d,]*\\]", Line)));
        _ -> "\"skip\":\"only of punycode, and not this\""
    end.

answer(Function, Points) ->
    try Function(Points) of
        {ok, Result} -> ["\"ok\":{\"u\":[", lists:join(",", [integer_to_list(C) || C <- Result]), "]}"];
        {error, Why} -> ["\"error\":{\"message\":", quoted(Why), "}"];
        {skip, Why} -> ["\"skip\":", quoted(Why)]
    catch
        Class:Why -> ["\"crash\":", quoted({Class, Why})]
    end.

points(List) -> [binary_to_integer(C) || C <- binary:split(binary:part(List, 1, byte_size(List) - 2), <<",">>, [global]), C =/= <<>>].

quoted(Term) -> [$", re:replace(io_lib:format("~0tp", [Term]), "[^ -~]|[\"\\\\]", "?", [global, unicode]), $"].

find(Name, Pattern, Line) ->
    case re:run(Line, ["\"", Name, "\":(", Pattern, ")"], [{capture, all_but_first, binary}]) of
        {match, [Found]} -> Found;
        nomatch -> <<>>
    end.
