// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface AgentIdentities {
  function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool);
}

/// The reputation registry of ERC-8004: what clients say of agents. Anybody but the agent's own people may say something.
/// Stands behind a proxy by code alone; the identity registry is written into slot 0.
contract AgentReputationRegistry {
  struct Feedback {
    int128 value;
    uint8 valueDecimals;
    bool isRevoked;
    string tag1;
    string tag2;
  }

  struct Filter {
    bytes32 tag1;
    bytes32 tag2;
    bool revokedToo;
  }

  uint8 private constant MOST_DECIMALS = 18;
  int128 private constant LARGEST = 1e38;
  bytes32 private constant ANY_TAG = keccak256('');

  address private identities;
  mapping(uint256 => address[]) private clientsOf;
  /// Counted from 1, as the indexes of the interface are.
  mapping(uint256 => mapping(address => mapping(uint64 => Feedback))) private feedbackOf;
  mapping(uint256 => mapping(address => uint64)) private lastIndexOf;
  mapping(uint256 => mapping(address => mapping(uint64 => address[]))) private respondersOf;
  mapping(uint256 => mapping(address => mapping(uint64 => mapping(address => uint64)))) private responsesOf;

  event NewFeedback(
    uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals,
    string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash
  );
  event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex);
  event ResponseAppended(
    uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, address indexed responder,
    string responseURI, bytes32 responseHash
  );

  function getVersion() external pure returns (string memory) {
    return '2.0.0';
  }

  function getIdentityRegistry() external view returns (address) {
    return identities;
  }

  function giveFeedback(
    uint256 agentId, int128 value, uint8 valueDecimals, string memory tag1, string memory tag2,
    string memory endpoint, string memory feedbackURI, bytes32 feedbackHash
  ) external {
    require(valueDecimals <= MOST_DECIMALS, 'too many decimals');
    require(value >= -LARGEST && value <= LARGEST, 'value out of range');
    // Reverts for an agent that does not exist.
    require(!AgentIdentities(identities).isAuthorizedOrOwner(msg.sender, agentId), 'self-feedback not allowed');
    uint64 index = ++lastIndexOf[agentId][msg.sender];
    if (index == 1) clientsOf[agentId].push(msg.sender);
    feedbackOf[agentId][msg.sender][index] = Feedback(value, valueDecimals, false, tag1, tag2);
    emit NewFeedback(agentId, msg.sender, index, value, valueDecimals, tag1, tag1, tag2, endpoint, feedbackURI, feedbackHash);
  }

  function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
    Feedback storage feedback = existing(agentId, msg.sender, feedbackIndex);
    require(!feedback.isRevoked, 'already revoked');
    feedback.isRevoked = true;
    emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
  }

  function appendResponse(
    uint256 agentId, address clientAddress, uint64 feedbackIndex, string calldata responseURI, bytes32 responseHash
  ) external {
    existing(agentId, clientAddress, feedbackIndex);
    require(bytes(responseURI).length > 0, 'no response');
    if (++responsesOf[agentId][clientAddress][feedbackIndex][msg.sender] == 1) {
      respondersOf[agentId][clientAddress][feedbackIndex].push(msg.sender);
    }
    emit ResponseAppended(agentId, clientAddress, feedbackIndex, msg.sender, responseURI, responseHash);
  }

  function getClients(uint256 agentId) external view returns (address[] memory) {
    return clientsOf[agentId];
  }

  function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64) {
    return lastIndexOf[agentId][clientAddress];
  }

  function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex)
    external view
    returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
  {
    Feedback storage feedback = existing(agentId, clientAddress, feedbackIndex);
    return (feedback.value, feedback.valueDecimals, feedback.tag1, feedback.tag2, feedback.isRevoked);
  }

  /// The mean of the clients that are named, with the decimals that most of their values have.
  function getSummary(uint256 agentId, address[] calldata clientAddresses, string calldata tag1, string calldata tag2)
    external view
    returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals)
  {
    require(clientAddresses.length > 0, 'no clients named');
    (address[] memory clients, uint64[] memory indexes) =
      matching(agentId, clientAddresses, Filter(keccak256(bytes(tag1)), keccak256(bytes(tag2)), false));
    (int128[] memory values, uint8[] memory valueDecimals,) = valuesOf(agentId, clients, indexes);
    (summaryValue, summaryValueDecimals) = mean(values, valueDecimals);
    count = uint64(clients.length);
  }

  /// Of all clients where none is named.
  function readAllFeedback(
    uint256 agentId, address[] memory clientAddresses, string memory tag1, string memory tag2, bool includeRevoked
  )
    external view
    returns (
      address[] memory clients, uint64[] memory feedbackIndexes, int128[] memory values, uint8[] memory valueDecimals,
      string[] memory tag1s, string[] memory tag2s, bool[] memory revokedStatuses
    )
  {
    if (clientAddresses.length == 0) clientAddresses = clientsOf[agentId];
    Filter memory filter = Filter(keccak256(bytes(tag1)), keccak256(bytes(tag2)), includeRevoked);
    (clients, feedbackIndexes) = matching(agentId, clientAddresses, filter);
    (values, valueDecimals, revokedStatuses) = valuesOf(agentId, clients, feedbackIndexes);
    (tag1s, tag2s) = tagsOf(agentId, clients, feedbackIndexes);
  }

  /// Of all clients for the zero address, of all that a client said for index 0, of all responders where none is named.
  function getResponseCount(uint256 agentId, address clientAddress, uint64 feedbackIndex, address[] calldata responders)
    external view
    returns (uint64 count)
  {
    address[] memory clients = clientsOf[agentId];
    if (clientAddress != address(0)) {
      clients = new address[](1);
      clients[0] = clientAddress;
    }
    for (uint256 client; client < clients.length; client++) {
      uint64 first = feedbackIndex == 0 ? 1 : feedbackIndex;
      uint64 last = feedbackIndex == 0 ? lastIndexOf[agentId][clients[client]] : feedbackIndex;
      for (uint64 index = first; index <= last; index++) {
        address[] memory counted = responders;
        if (counted.length == 0) counted = respondersOf[agentId][clients[client]][index];
        for (uint256 one; one < counted.length; one++) count += responsesOf[agentId][clients[client]][index][counted[one]];
      }
    }
  }

  function existing(uint256 agentId, address client, uint64 index) private view returns (Feedback storage) {
    require(index > 0 && index <= lastIndexOf[agentId][client], 'no such feedback');
    return feedbackOf[agentId][client][index];
  }

  function passes(Feedback storage feedback, Filter memory filter) private view returns (bool) {
    if (feedback.isRevoked && !filter.revokedToo) return false;
    if (filter.tag1 != ANY_TAG && filter.tag1 != keccak256(bytes(feedback.tag1))) return false;
    return filter.tag2 == ANY_TAG || filter.tag2 == keccak256(bytes(feedback.tag2));
  }

  function valuesOf(uint256 agentId, address[] memory clients, uint64[] memory indexes)
    private view
    returns (int128[] memory values, uint8[] memory valueDecimals, bool[] memory revoked)
  {
    values = new int128[](clients.length);
    valueDecimals = new uint8[](clients.length);
    revoked = new bool[](clients.length);
    for (uint256 place; place < clients.length; place++) {
      Feedback storage feedback = feedbackOf[agentId][clients[place]][indexes[place]];
      values[place] = feedback.value;
      valueDecimals[place] = feedback.valueDecimals;
      revoked[place] = feedback.isRevoked;
    }
  }

  function tagsOf(uint256 agentId, address[] memory clients, uint64[] memory indexes)
    private view
    returns (string[] memory tag1s, string[] memory tag2s)
  {
    tag1s = new string[](clients.length);
    tag2s = new string[](clients.length);
    for (uint256 place; place < clients.length; place++) {
      Feedback storage feedback = feedbackOf[agentId][clients[place]][indexes[place]];
      tag1s[place] = feedback.tag1;
      tag2s[place] = feedback.tag2;
    }
  }

  function mean(int128[] memory values, uint8[] memory valueDecimals) private pure returns (int128, uint8 usual) {
    if (values.length == 0) return (0, 0);
    uint256[19] memory having;
    int256 sum;
    for (uint256 place; place < values.length; place++) {
      sum += int256(values[place]) * int256(10 ** (MOST_DECIMALS - valueDecimals[place]));
      having[valueDecimals[place]]++;
    }
    for (uint8 decimals; decimals <= MOST_DECIMALS; decimals++) {
      if (having[decimals] > having[usual]) usual = decimals;
    }
    return (int128(sum / int256(values.length) / int256(10 ** (MOST_DECIMALS - usual))), usual);
  }

  function matching(uint256 agentId, address[] memory clients, Filter memory filter)
    private view
    returns (address[] memory givers, uint64[] memory indexes)
  {
    uint256 most;
    for (uint256 client; client < clients.length; client++) most += lastIndexOf[agentId][clients[client]];
    givers = new address[](most);
    indexes = new uint64[](most);
    uint256 count;
    for (uint256 client; client < clients.length; client++) {
      uint64 last = lastIndexOf[agentId][clients[client]];
      for (uint64 index = 1; index <= last; index++) {
        if (!passes(feedbackOf[agentId][clients[client]][index], filter)) continue;
        givers[count] = clients[client];
        indexes[count++] = index;
      }
    }
    assembly {
      mstore(givers, count)
      mstore(indexes, count)
    }
  }
}
